// Covers rule G8: the words and names by which reports tell what became of a test.
#include "plugin/core/test_result.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

TEST(TestResultTest, StatusesHaveTheirPublicNames) {
  EXPECT_EQ(Name(TestStatus::kPassed), "passed");
  EXPECT_EQ(Name(TestStatus::kFailed), "failed");
  EXPECT_EQ(Name(TestStatus::kSkipped), "skipped");
  EXPECT_EQ(Name(TestStatus::kNotRun), "not_run");
}

TEST(TestResultTest, AFullNameIsAsInFilters) {
  EXPECT_EQ(FullName({"Suite/0", "Name/1"}), "Suite/0.Name/1");
}

TEST(TestResultTest, ACutIsSaidOnALineOfItsOwn) {
  EXPECT_EQ(CutNote(5), "\n(cut here: the text has 5 bytes)");
}

}  // namespace
}  // namespace kernodeck
