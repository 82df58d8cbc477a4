// Covers G9: GoogleTest's marks, in every form that its versions give them, and behind what a test
// left unfinished on the line.
#include "plugin/run/marker_line.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

TEST(MarkerLineTest, KnowsEachMark) {
  const struct {
    const char* line;
    MarkerKind kind;
    const char* name;
  } kCases[] = {
      {"[ RUN      ] A.b", MarkerKind::kRun, "A.b"},
      {"[       OK ] A.b (0 ms)", MarkerKind::kPassed, "A.b (0 ms)"},
      {"[  FAILED  ] A.b, where GetParam() = 3 (0 ms)", MarkerKind::kFailed,
       "A.b, where GetParam() = 3 (0 ms)"},
      {"[  SKIPPED ] A.b (0 ms)", MarkerKind::kSkipped, "A.b (0 ms)"},
      {"[----------] 2 tests from A", MarkerKind::kSuiteBegin, "A"},
      {"[----------] 1 test from A/0, where TypeParam = a from b", MarkerKind::kSuiteBegin, "A/0"},
      {"[----------] 2 tests from A (3 ms total)", MarkerKind::kSuiteEnd, "A"},
      {"[----------] Global test environment set-up.", MarkerKind::kNone, ""},
      {"[==========] 3 tests from 2 test suites ran. (0 ms total)", MarkerKind::kNone, ""},
      {"[ RUN ] A.b", MarkerKind::kNone, ""},
      {"[", MarkerKind::kNone, ""},
      {"", MarkerKind::kNone, ""},
  };
  for (const auto& each : kCases) {
    const std::string line = each.line;
    const Marker marker = ParseMarker(line);
    EXPECT_EQ(marker.kind, each.kind) << each.line;
    EXPECT_EQ(marker.name, each.name) << each.line;
  }
}

TEST(MarkerLineTest, FindsOneBehindUnfinishedOutput) {
  const std::string line = "x [1] [ RUN      ] A.b[       OK ] A.c (1 ms)";
  const Marker marker = ParseMarker(line);
  EXPECT_EQ(marker.kind, MarkerKind::kPassed);
  EXPECT_EQ(line.substr(0, marker.at), "x [1] [ RUN      ] A.b");
}

TEST(MarkerLineTest, ANameIsAWholeName) {
  EXPECT_TRUE(NamesTest("A.b", "A.b"));
  EXPECT_TRUE(NamesTest("A.b (3 ms)", "A.b"));
  EXPECT_TRUE(NamesTest("A.b, where GetParam() = 1 (3 ms)", "A.b"));
  EXPECT_FALSE(NamesTest("A.bc (3 ms)", "A.b"));
  EXPECT_FALSE(NamesTest("A.b/1 (3 ms)", "A.b"));
  EXPECT_FALSE(NamesTest("A", "A.b"));
}

TEST(MarkerLineTest, TakesColorsAway) {
  EXPECT_EQ(WithoutColors("\x1b[0;32m[ RUN      ] \x1b[mA.b\r"), "[ RUN      ] A.b");
  EXPECT_EQ(WithoutColors("plain"), "plain");
  EXPECT_EQ(WithoutColors("\x1b[0"), "");
  EXPECT_EQ(WithoutColors("a\x1b"), "a");
}

}  // namespace
}  // namespace kernodeck
