// A program with GoogleTest's own main and the environment.
#include "kernodeck/kernodeck.h"
#include "tests/selftest/gtest/reached.h"

namespace {

const auto* const kKernodeck = testing::AddGlobalTestEnvironment(new kernodeck::Environment);

struct Suite : testing::Test {
  static void SetUpTestSuite() { KERNODECK_REQUIRE_GPU(); }
};
TEST_F(Suite, One) { Reached(); }
TEST_F(Suite, Two) { Reached(); }

TEST(Gpu, Three) {
  KERNODECK_REQUIRE_GPU();
  Reached();
}

}  // namespace
