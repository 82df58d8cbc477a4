// A requirement in SetUpTestSuite.
#include "kernodeck/kernodeck.h"
#include "tests/selftest/gtest/reached.h"

namespace {

struct Gpu : testing::Test {
  static void SetUpTestSuite() {
    KERNODECK_REQUIRE_GPU();
    std::printf("suite set up\n");
  }
};
TEST_F(Gpu, One) { Reached(); }
TEST_F(Gpu, Two) { Reached(); }
TEST_F(Gpu, Three) { Reached(); }

TEST(Plain, Four) { Reached(); }

}  // namespace
