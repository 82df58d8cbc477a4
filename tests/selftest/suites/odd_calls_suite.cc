// Requirements stated where one would not expect them. odd_calls_test.py runs them on a machine
// that is ready and on one that is not.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <thread>

#include "kernodeck/require.h"

namespace {

void Reached(const char* name) { std::cout << "reached " << name << std::endl; }

TEST(Call, InAThread) {
  std::thread thread([] { KERNODECK_REQUIRE_GPU(); });
  thread.join();
}

// The macro returns from the helper only, as every fatal assertion does.
void Helper() { KERNODECK_REQUIRE_GPU(); }

TEST(Call, InAHelper) {
  Helper();
  if (HasFatalFailure() || IsSkipped()) return;
  Reached("Call.InAHelper");
}

TEST(Call, Twice) {
  KERNODECK_REQUIRE_GPU();
  KERNODECK_REQUIRE_GPU();
  Reached("Call.Twice");
}

TEST(Call, WithoutBracesBesideElse) {
  bool other = false;
  if (other)
    KERNODECK_REQUIRE_GPU();
  else
    other = true;
  EXPECT_TRUE(other);
}

class InDestructor : public testing::Test {
 public:
  InDestructor(const InDestructor&) = delete;
  InDestructor& operator=(const InDestructor&) = delete;

 protected:
  InDestructor() = default;
  ~InDestructor() override { EXPECT_TRUE(kernodeck::GpuReady()); }
};
TEST_F(InDestructor, Asks) { Reached("InDestructor.Asks"); }

class InSuite : public testing::Test {
 protected:
  static void SetUpTestSuite() { KERNODECK_REQUIRE_GPU(); }
};
TEST_F(InSuite, First) { Reached("InSuite.First"); }
TEST_F(InSuite, Second) { Reached("InSuite.Second"); }

// The child of a death test: 0 where the GPU is ready, 3 where it is not.
// NOLINTNEXTLINE(readability-function-cognitive-complexity)
TEST(InDeathTest, Asks) {
  EXPECT_EXIT(
      std::exit(kernodeck::RequireGpu() ? 0 : 3),
      [](int status) { return status == 0 || WEXITSTATUS(status) == 3; }, "");
}

TEST(Other, NeedsNothing) { Reached("Other.NeedsNothing"); }

}  // namespace
