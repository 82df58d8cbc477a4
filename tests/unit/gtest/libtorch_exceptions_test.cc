// Covers G6 and C8: the exceptions that this LibTorch really throws are told apart, by their names
// alone.
#include <ATen/core/Tensor.h>
#include <ATen/ops/matmul.h>
#include <ATen/ops/ones.h>
#include <c10/util/Exception.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <type_traits>

#include "plugin/gtest/failure_mapping.h"

namespace c10 {
class AcceleratorError;  // defined by newer LibTorch only
}  // namespace c10

namespace kernodeck {
namespace {

FailureEvidence Thrown(const std::function<void()>& body) {
  FailureEvidence evidence;
  evidence.gpu_test = true;
  try {
    body();
  } catch (...) {
    evidence.exception = DescribeCurrentException();
  }
  return evidence;
}

Code CodeOf(const std::function<void()>& body) { return ChargeOf(Thrown(body)).code; }

TEST(LibTorchExceptionsTest, AFailedOperatorIsAPlainError) {
  const FailureEvidence evidence = Thrown([] { at::matmul(at::ones({2, 3}), at::ones({2, 3})); });
  ASSERT_TRUE(evidence.exception.has_value());
  EXPECT_EQ(evidence.exception->types.front(), "c10::Error");
  EXPECT_EQ(ChargeOf(evidence).code, Code::kRuntimeError);
}

TEST(LibTorchExceptionsTest, AnIndexThatIsNoneIsTheCodes) {
  const FailureEvidence evidence = Thrown([] { at::ones({2}).select(0, 7); });
  ASSERT_TRUE(evidence.exception.has_value());
  EXPECT_EQ(evidence.exception->types.front(), "c10::IndexError");
  EXPECT_EQ(ChargeOf(evidence).owner, Owner::kCode);
}

TEST(LibTorchExceptionsTest, OutOfMemoryHasAType) {
  EXPECT_EQ(CodeOf([] { TORCH_CHECK_WITH(OutOfMemoryError, false, "CUDA out of memory"); }),
            Code::kOutOfMemory);
}

TEST(LibTorchExceptionsTest, TheTextOfAnErrorIsNotLookedAt) {
  EXPECT_EQ(CodeOf([] { TORCH_CHECK(false, "CUDA out of memory"); }), Code::kRuntimeError);
  EXPECT_EQ(CodeOf([] { TORCH_CHECK_VALUE(false, "CUDA error: an illegal memory access"); }),
            Code::kCheckFailed);
}

template <typename T, typename = void>
struct IsDefined : std::false_type {};
template <typename T>
struct IsDefined<T, std::void_t<decltype(sizeof(T))>> : std::true_type {};

template <typename AcceleratorError>
std::string TypeOfAcceleratorError() {
  if constexpr (IsDefined<AcceleratorError>::value) {
    const FailureEvidence evidence = Thrown([] {
      throw AcceleratorError({"function", "file", 1}, 700, "text");
    });
    return evidence.exception->types.front() + " " +
           std::string(Info(ChargeOf(evidence).code).name);
  }
  return "";
}

TEST(LibTorchExceptionsTest, ADevicesErrorHasATypeWhereLibTorchHasOne) {
  const std::string seen = TypeOfAcceleratorError<c10::AcceleratorError>();
  if (seen.empty()) GTEST_SKIP() << "this LibTorch has no such type";
  EXPECT_EQ(seen, "c10::AcceleratorError RUNTIME_ERROR");
}

}  // namespace
}  // namespace kernodeck
