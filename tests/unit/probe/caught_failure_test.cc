// Covers C2 and C8: exceptions are told apart by type and number, never by their text.
#include "plugin/probe/caught_failure.h"

#include <c10/util/Exception.h>
#include <gtest/gtest.h>
#include <torch/version.h>

#include <functional>
#include <new>
#include <stdexcept>

namespace kernodeck {
namespace {

CaughtFailure Catch(const std::function<void()>& thrower) {
  try {
    thrower();
  } catch (...) {
    return DescribeCurrentException();
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

constexpr const char* kMisleading = "CUDA error 209: out of memory";

TEST(CaughtFailureTest, KnowsOutOfMemoryByItsType) {
  const CaughtFailure failure =
      Catch([] { TORCH_CHECK_WITH(OutOfMemoryError, false, "no such words"); });
  EXPECT_EQ(failure.kind, KERNODECK_FAILURE_OUT_OF_MEMORY);
  EXPECT_EQ(failure.number, 0);
  EXPECT_NE(failure.local_text.find("no such words"), std::string::npos);
  EXPECT_EQ(Catch([] { throw std::bad_alloc(); }).kind, KERNODECK_FAILURE_OUT_OF_MEMORY);
}

TEST(CaughtFailureTest, TakesNoNumberFromTexts) {
  const CaughtFailure torch = Catch([] { TORCH_CHECK(false, kMisleading); });
  EXPECT_EQ(torch.kind, KERNODECK_FAILURE_TORCH);
  EXPECT_EQ(torch.number, 0);
  const CaughtFailure other = Catch([] { throw std::runtime_error(kMisleading); });
  EXPECT_EQ(other.kind, KERNODECK_FAILURE_EXCEPTION);
  EXPECT_EQ(other.number, 0);
  EXPECT_EQ(Catch([] { throw 209; }).kind, KERNODECK_FAILURE_EXCEPTION);
}

#if TORCH_VERSION_MAJOR > 2 || (TORCH_VERSION_MAJOR == 2 && TORCH_VERSION_MINOR >= 11)
TEST(CaughtFailureTest, TakesTheNumberOfAnAcceleratorError) {
  const auto thrower = [](int number) {
    return [number] {
      throw c10::AcceleratorError({__func__, __FILE__, __LINE__}, number, "text");
    };
  };
  const CaughtFailure kernel = Catch(thrower(209));
  EXPECT_EQ(kernel.kind, KERNODECK_FAILURE_RUNTIME);
  EXPECT_EQ(kernel.number, 209);
  const CaughtFailure memory = Catch(thrower(2));
  EXPECT_EQ(memory.kind, KERNODECK_FAILURE_OUT_OF_MEMORY);
  EXPECT_EQ(memory.number, 2);
}
#endif

}  // namespace
}  // namespace kernodeck
