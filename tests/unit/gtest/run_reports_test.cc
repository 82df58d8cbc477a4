// Covers G8: several reports of one run, one file for each repeat where its name says so, and the
// first thing that could not be written.
#include "plugin/gtest/run_reports.h"

#include <gtest/gtest.h>

#include "tests/unit/gtest/standin_reports.h"

namespace kernodeck {
namespace {

const TestReportRequest kOne = {TestReportFormat::kJson, "one"};
const TestReportRequest kEach = {TestReportFormat::kJson, "r{repeat}"};

struct RunReportsTest : testing::Test {
  ReportLog log;
  RunReports reports{log.Opener()};
  TestStart start{{"A", "B"}, "", 0, 1, {}};
  TestResult result;
};

TEST_F(RunReportsTest, NoneIsWantedAndNothingHappens) {
  EXPECT_TRUE(reports.Open({}, {}));
  EXPECT_FALSE(reports.wanted());
  reports.Started(start);
  reports.End({});
  EXPECT_TRUE(log.lines.empty());
}

TEST_F(RunReportsTest, OneFileHoldsAllRepeatsAndAnotherOneEach) {
  ASSERT_TRUE(reports.Open({kOne, kEach}, {}));
  EXPECT_TRUE(reports.wanted());
  result.start = start;
  for (int repeat = 1; repeat <= 2; ++repeat) {
    reports.StartIteration(repeat);
    reports.Started(start);
    reports.Finished(result);
    reports.EndIteration({});
  }
  reports.End({});
  EXPECT_EQ(log.lines,
            (std::vector<std::string>{
                "open one", "open r1", "one start A.B", "r1 start A.B", "one end A.B passed",
                "r1 end A.B passed", "r1 close", "open r2", "one start A.B", "r2 start A.B",
                "one end A.B passed", "r2 end A.B passed", "r2 close", "one close"}));
  EXPECT_FALSE(reports.problem().has_value());
}

TEST_F(RunReportsTest, TheFirstThatCannotBeMadeIsToldAndNoneAfterItIsMade) {
  log.refuse = "one";
  EXPECT_FALSE(reports.Open({kOne, kEach}, {}));
  ASSERT_TRUE(reports.problem().has_value());
  EXPECT_EQ(reports.problem()->cause, Cause::kOutputExists);
  EXPECT_EQ(log.lines, std::vector<std::string>{"open one"});
}

TEST_F(RunReportsTest, AFileThatCannotBeMadeForALaterRepeatIsAProblem) {
  log.refuse = "r2";
  ASSERT_TRUE(reports.Open({kEach}, {}));
  reports.EndIteration({});
  reports.StartIteration(2);
  reports.Started(start);
  reports.EndIteration({});
  EXPECT_EQ(reports.problem()->cause, Cause::kOutputExists);
}

TEST_F(RunReportsTest, WhatFailsAtTheEndIsAProblem) {
  log.fail_at_end = true;
  ASSERT_TRUE(reports.Open({kOne}, {}));
  reports.End({});
  EXPECT_EQ(reports.problem()->cause, Cause::kOutputIncomplete);
}

}  // namespace
}  // namespace kernodeck
