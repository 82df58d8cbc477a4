// Covers C8: the number that LibTorch clears before it throws.
#include "plugin/worker/runtime_errors.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include "tests/unit/worker/test_support.h"

extern "C" int cudaGetLastError();

namespace kernodeck {
namespace {

// The one test of this file that uses a runtime loads it, so all is in one order here.
TEST(RuntimeErrorsTest, RemembersTheNumberThatWasRead) {
  ForgetRuntimeError();
  EXPECT_EQ(PendingRuntimeError(), 0);
  EXPECT_FALSE(RuntimeDeviceCountError().has_value());
  EXPECT_NE(cudaGetLastError(), 0) << "without a runtime nothing may look like success";

  void* const runtime = dlopen((Standins() / "libtorch_whole/libkernodeck_cudart.so.13").c_str(),
                               RTLD_NOW | RTLD_GLOBAL);
  ASSERT_NE(runtime, nullptr) << dlerror();
  auto* const fail = reinterpret_cast<void (*)()>(dlsym(runtime, "standin_fail"));
  ASSERT_NE(fail, nullptr);
  ForgetRuntimeError();
  EXPECT_EQ(cudaGetLastError(), 0);
  EXPECT_EQ(RememberedRuntimeError(), 0);
  const ScopedVariable number("KERNODECK_STANDIN_LAST_ERROR", "209");
  fail();
  EXPECT_EQ(PendingRuntimeError(), 209);
  EXPECT_EQ(cudaGetLastError(), 209);
  EXPECT_EQ(cudaGetLastError(), 0) << "the runtime's own has been cleared by reading it";
  EXPECT_EQ(RememberedRuntimeError(), 209);
  ForgetRuntimeError();
  EXPECT_EQ(RememberedRuntimeError(), 0);
  const ScopedVariable not_ready("KERNODECK_STANDIN_LAST_ERROR", "600");
  fail();
  EXPECT_EQ(cudaGetLastError(), 600);
  EXPECT_EQ(RememberedRuntimeError(), 0) << "not ready is no error";
  const ScopedVariable count("KERNODECK_STANDIN_DEVICE_COUNT_ERROR", "35");
  EXPECT_EQ(RuntimeDeviceCountError(), 35);
}

}  // namespace
}  // namespace kernodeck
