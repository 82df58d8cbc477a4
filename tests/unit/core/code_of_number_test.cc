// Covers C2: the code follows the call that failed, by its number.
#include "plugin/core/code_of_number.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

TEST(CodeOfNumberTest, InitAndCountMakeAGpuUnavailable) {
  for (const int number : {2, 35, 100, 700, 802, 12345}) {
    EXPECT_EQ(CodeOfNumber(number, Stage::kDevice), Code::kGpuUnavailable) << number;
  }
}

TEST(CodeOfNumberTest, LaterTheNumberDecides) {
  for (const Stage stage : {Stage::kAllocation, Stage::kProduct, Stage::kApplication}) {
    EXPECT_EQ(CodeOfNumber(2, stage), Code::kOutOfMemory);
    EXPECT_EQ(CodeOfNumber(700, stage), Code::kRuntimeError);
    EXPECT_EQ(CodeOfNumber(12345, stage), Code::kRuntimeError);
  }
}

TEST(CodeOfNumberTest, BusyAndBadMemoryAreTheSameEverywhere) {
  for (const Stage stage : {Stage::kDevice, Stage::kProduct, Stage::kApplication}) {
    EXPECT_EQ(CodeOfNumber(46, stage), Code::kGpuUnavailable);
    EXPECT_EQ(CodeOfNumber(214, stage), Code::kRuntimeError);
  }
}

}  // namespace
}  // namespace kernodeck
