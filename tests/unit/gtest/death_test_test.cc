// Covers G15: what the child of a threadsafe death test is told by its parent, and by nobody else.
#include "plugin/gtest/death_test.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace kernodeck {
namespace {

TEST(ReadyParent, SaysWhatTheParentWasReadyFor) {
  const std::string gpu = WithReady("", 42, CheckTarget::kGpu);
  EXPECT_EQ(gpu, "42:gpu");
  EXPECT_TRUE(SaysReady(gpu, 42, CheckTarget::kGpu));
  EXPECT_FALSE(SaysReady(gpu, 42, CheckTarget::kCpu));
  const std::string both = WithReady(gpu, 42, CheckTarget::kCpu);
  EXPECT_EQ(both, "42:gpu,cpu");
  EXPECT_TRUE(SaysReady(both, 42, CheckTarget::kCpu));
}

TEST(ReadyParent, IsNobodyElse) {
  EXPECT_FALSE(SaysReady("", 42, CheckTarget::kGpu));
  EXPECT_FALSE(SaysReady("43:gpu", 42, CheckTarget::kGpu));
  EXPECT_FALSE(SaysReady("421:gpu", 42, CheckTarget::kGpu));
  EXPECT_EQ(WithReady("43:gpu,cpu", 42, CheckTarget::kCpu), "42:cpu");
}

TEST(ReadyParent, OnlyChildrenOfDeathTestsAreTold) {
  HandReadinessOn(CheckTarget::kGpu);
  EXPECT_FALSE(ParentWasReady(CheckTarget::kGpu));
  EXPECT_FALSE(InDeathTestChild());
  EXPECT_EXIT(std::_Exit(InDeathTestChild() ? 4 : 5), testing::ExitedWithCode(4), "");
}

TEST(ReadyParentDeathTest, AProcessOfItsOwnIsToldByItsParent) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  if (!InDeathTestChild()) HandReadinessOn(CheckTarget::kGpu);
  EXPECT_EXIT(std::_Exit(ParentWasReady(CheckTarget::kGpu) ? 4 : 5), testing::ExitedWithCode(4),
              "");
}

}  // namespace
}  // namespace kernodeck
