// Tests of every kind that require a GPU, and one that does not.
#include "kernodeck/kernodeck.h"
#include "tests/selftest/gtest/reached.h"

TEST(Plain, NeedsNothing) { Reached(); }

TEST(Gpu, One) {
  KERNODECK_REQUIRE_GPU();
  Reached();
}

TEST(Gpu, Two) {
  KERNODECK_REQUIRE_GPU() << "streamed";
  Reached();
}

struct WithSetUp : testing::Test {
  void SetUp() override { KERNODECK_REQUIRE_GPU(); }
};
TEST_F(WithSetUp, Three) { Reached(); }

struct WithParameter : testing::TestWithParam<int> {};
TEST_P(WithParameter, Four) {
  KERNODECK_REQUIRE_GPU();
  Reached();
}
INSTANTIATE_TEST_SUITE_P(Numbers, WithParameter, testing::Values(1, 2));

template <typename T>
struct WithType : testing::Test {};
using Types = testing::Types<int, float>;
TYPED_TEST_SUITE(WithType, Types);
TYPED_TEST(WithType, Five) {
  KERNODECK_REQUIRE_GPU();
  Reached();
}
