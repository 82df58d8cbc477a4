// 1,000 GPU tests, as one machine without its GPU would turn them red. thousand_test.py runs them.
#include <gtest/gtest.h>

#include "kernodeck/require.h"

namespace {

class Thousand : public testing::TestWithParam<int> {};

TEST_P(Thousand, NeedsTheGpu) {
  KERNODECK_REQUIRE_GPU();
  EXPECT_GE(GetParam(), 0);
}

INSTANTIATE_TEST_SUITE_P(Of, Thousand, testing::Range(0, 1000));

}  // namespace
