// What GoogleTest by itself loses or shows green. TROUBLE names which of it happens.
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "kernodeck/kernodeck.h"
#include "tests/selftest/gtest/reached.h"

namespace {

bool Trouble(const std::string& name) {
  const char* const trouble = std::getenv("TROUBLE");
  return trouble != nullptr && name == trouble;
}

struct Surroundings : testing::Environment {
  void SetUp() override {
    if (Trouble("environment_skips")) GTEST_SKIP() << "no license";
    if (Trouble("environment_fails")) FAIL() << "no server";
    if (Trouble("environment_requires")) {
      KERNODECK_REQUIRE_GPU();
    }
  }
  void TearDown() override {
    if (Trouble("environment_teardown_fails")) ADD_FAILURE() << "server is still up";
  }
};
const auto* const kSurroundings = testing::AddGlobalTestEnvironment(new Surroundings);

struct Suite : testing::Test {
  static void SetUpTestSuite() {
    if (Trouble("suite_skips")) GTEST_SKIP() << "not on Mondays";
    if (Trouble("suite_fails")) FAIL() << "no table";
    if (Trouble("suite_throws")) throw std::runtime_error("no chair");
  }
  static void TearDownTestSuite() {
    if (Trouble("suite_teardown_fails")) ADD_FAILURE() << "table is still there";
  }
};
TEST_F(Suite, One) { Reached(); }
TEST_F(Suite, Two) { Reached(); }

TEST(Other, Three) {
  Reached();
  if (Trouble("bad_bytes")) FAIL() << "bytes \xff\xfe\x01 and \xEF\xBF\xBE";
  EXPECT_EQ(Trouble("body_fails"), false);
}

}  // namespace
