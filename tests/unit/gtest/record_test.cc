// Covers G6: what the plugin records by itself, it records as GoogleTest's own.
#include "plugin/gtest/record.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <string>

namespace kernodeck {
namespace {

TEST(Record, PutsTheTextAtThatLine) {
  testing::TestPartResultArray parts;
  {
    const testing::ScopedFakeTestPartResultReporter reporter(
        testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &parts);
    Record(testing::TestPartResult::kNonFatalFailure, "b.cc", 12, "TIMEOUT: late");
    Record(testing::TestPartResult::kSkip, nullptr, -1, "why");
  }
  ASSERT_EQ(parts.size(), 2);
  EXPECT_TRUE(parts.GetTestPartResult(0).nonfatally_failed());
  EXPECT_STREQ(parts.GetTestPartResult(0).file_name(), "b.cc");
  EXPECT_EQ(parts.GetTestPartResult(0).line_number(), 12);
  EXPECT_EQ(std::string(parts.GetTestPartResult(0).message()).find("TIMEOUT: late"), 0U);
  EXPECT_TRUE(parts.GetTestPartResult(1).skipped());
}

}  // namespace
}  // namespace kernodeck
