// The file whose compile time is compared (P6): KERNODECK_BENCHMARK_MACROS adds the macros to what
// is else the same file with GoogleTest alone.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#ifdef KERNODECK_BENCHMARK_MACROS
#include "kernodeck/kernodeck.h"
#define REQUIRE_GPU() KERNODECK_REQUIRE_GPU()
#else
#define REQUIRE_GPU() ASSERT_TRUE(true)
#endif

namespace {

class Fixture : public testing::Test {
 protected:
  void SetUp() override { REQUIRE_GPU(); }

  std::vector<std::string> words_ = {"one", "two", "three"};
};

TEST_F(Fixture, HasWords) {
  REQUIRE_GPU();
  EXPECT_EQ(words_.size(), 3U);
  EXPECT_EQ(words_.front(), "one");
}

TEST_F(Fixture, Grows) {
  REQUIRE_GPU();
  words_.emplace_back("four");
  EXPECT_EQ(words_.back(), "four");
}

class Numbers : public testing::TestWithParam<int> {};

TEST_P(Numbers, AreSmall) {
  REQUIRE_GPU();
  EXPECT_LT(GetParam(), 10);
}

INSTANTIATE_TEST_SUITE_P(Few, Numbers, testing::Values(1, 2, 3));

}  // namespace
