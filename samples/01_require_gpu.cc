// Sample 01: a suite that needs a GPU.
//
//   cmake --build build/default --target sample_01_require_gpu
//   build/default/bin/samples/sample_01_require_gpu
//
// With a working GPU all tests run. Without one the first test fails with a code that says what is
// missing, the others are `not run` and name that test, and the exit status is the code's: one
// fault, one red test. On a laptop without a GPU:
//
//   sample_01_require_gpu --kernodeck_policy=skip                                  skips, exit 0
//   sample_01_require_gpu --kernodeck_policy=skip --kernodeck_min_gpu_tests=1      red: none ran
//   sample_01_require_gpu --kernodeck_output=junit:report.xml                      a report for CI
//
// It has no main of its own: it is linked with kernodeck::gtest_main.
#include <gtest/gtest.h>

#include <string>

#include "kernodeck/require.h"

using namespace kernodeck::literals;  // 64_MiB. NOLINT(google-build-using-namespace)

// Behind this line a GPU has computed, and the result was right.
TEST(Sample, NeedsAGpu) {
  KERNODECK_REQUIRE_GPU();
  SUCCEED() << "here stands what you want to test on the GPU";
}

// What the machine has to have beyond that. What is not met is named with what was found.
TEST(Sample, NeedsRoom) {
  KERNODECK_REQUIRE_GPU(kernodeck::TotalMemory(1_GiB), kernodeck::FreeMemory(64_MiB));
  SUCCEED();
}

// A requirement of one's own: met or not, and what was found.
TEST(Sample, NeedsANamedGpu) {
  const kernodeck::Requirement named("a GPU that says its name", [](const kernodeck::Gpu& gpu) {
    return kernodeck::Finding{gpu.Name().has_value(), gpu.Name().value_or("it says none")};
  });
  KERNODECK_REQUIRE_GPU(named);
  SUCCEED();
}

// For all tests of a fixture.
class SampleFixture : public testing::Test {
 protected:
  void SetUp() override { KERNODECK_REQUIRE_GPU(); }
};

TEST_F(SampleFixture, NeedsAGpuToo) { SUCCEED(); }
