// Requirements in places where nobody expects them.
#include <thread>

#include "kernodeck/kernodeck.h"
#include "tests/selftest/gtest/reached.h"

namespace {

void Require() { KERNODECK_REQUIRE_GPU(); }

struct RequiresAtItsEnd {
  RequiresAtItsEnd() = default;
  RequiresAtItsEnd(const RequiresAtItsEnd&) = delete;
  RequiresAtItsEnd& operator=(const RequiresAtItsEnd&) = delete;
  ~RequiresAtItsEnd() { Require(); }
};

TEST(Places, Thread) {
  std::thread([] { KERNODECK_REQUIRE_GPU(); }).join();
  Reached();
}

TEST(Places, Destructor) { const RequiresAtItsEnd object; }

TEST(Places, Twice) {
  KERNODECK_REQUIRE_GPU();
  KERNODECK_REQUIRE_GPU();
  Reached();
}

TEST(Places, Helper) {
  Require();
  if (HasFatalFailure() || IsSkipped()) return;
  Reached();
}

class PlacesDeathTest : public testing::TestWithParam<const char*> {};

// Nobody has asked before: the child cannot know, and must not take it for granted.
TEST_P(PlacesDeathTest, InTheStatement) {
  GTEST_FLAG_SET(death_test_style, GetParam());
  EXPECT_EXIT(
      {
        Require();
        std::exit(testing::Test::HasFailure() ? 5 : 4);
      },
      testing::ExitedWithCode(5), "state it in front of the death test");
}

TEST_P(PlacesDeathTest, AfterARequirement) {
  GTEST_FLAG_SET(death_test_style, GetParam());
  KERNODECK_REQUIRE_GPU();
  EXPECT_EXIT(
      {
        Require();
        std::exit(testing::Test::HasFailure() ? 5 : 4);
      },
      testing::ExitedWithCode(4), "");
  Reached();
}

INSTANTIATE_TEST_SUITE_P(Styles, PlacesDeathTest, testing::Values("fast", "threadsafe"));

}  // namespace
