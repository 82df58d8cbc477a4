// Sample 03: a suite that has a main of its own, and settings in code.
//
//   cmake --build build/default --target sample_03_own_main
//   build/default/bin/samples/sample_03_own_main
//
// One line of main changes: RunAllTests for RUN_ALL_TESTS(). It is linked with kernodeck::gtest.
// The exit status is then the code's own where the machine was not ready, which tells a pipeline a
// sick runner (6, say) from a failed test (1).
#include <gtest/gtest.h>

#include <iostream>

#include "kernodeck/policy.h"
#include "kernodeck/require.h"
#include "kernodeck/run_all_tests.h"

TEST(OwnMain, NeedsAGpu) {
  KERNODECK_REQUIRE_GPU();
  SUCCEED();
}

// As an assertion, for those who want to go on or to say more. It cannot skip.
TEST(OwnMain, AsksByAnAssertion) {
  ASSERT_TRUE(kernodeck::GpuReady()) << "without it there is nothing to compare";
}

TEST(OwnMain, NeedsNoGpu) { EXPECT_EQ(2 + 2, 4); }

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  // Where neither a flag nor a variable says another; it is what they win over.
  kernodeck::SetDefaultPolicy(kernodeck::Policy::kRequire);
  const int status = kernodeck::RunAllTests(argc, argv);
  std::cout << "sample 03 ends with status " << status << "\n";
  return status;
}
