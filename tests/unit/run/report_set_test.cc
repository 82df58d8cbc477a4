// Covers G8: all reports of a run, one a repetition where asked; nothing is overwritten, and
// nothing is left behind where one cannot be made.
#include "plugin/run/report_set.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "tests/unit/diagnosis/temporary_folder.h"

namespace kernodeck {
namespace {

namespace fs = std::filesystem;

class ReportSetTest : public testing::Test {
 protected:
  TestReportRequest Request(const std::string& name) const {
    return {TestReportFormat::kJson, (folder_.Path() / name).string()};
  }
  std::string Read(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(folder_.Path() / name).rdbuf();
    return text.str();
  }
  static TestResult Result(const std::string& name, int repeat) {
    TestResult result;
    result.start.id = {"A", name};
    result.start.repeat = repeat;
    return result;
  }
  static void Run(ReportSet& set, const std::string& name, int repeat) {
    set.Started(Result(name, repeat).start);
    set.Finished(Result(name, repeat));
  }

  TemporaryFolder folder_;
  TestRunInfo run_;
};

TEST_F(ReportSetTest, EachHasEveryTest) {
  ReportSet set({Request("a"), Request("b")}, run_);
  ASSERT_FALSE(set.Open().has_value());
  Run(set, "first", 1);
  Run(set, "second", 1);
  EXPECT_TRUE(set.End({}).empty());
  for (const char* name : {"a", "b"}) {
    EXPECT_NE(Read(name).find("first"), std::string::npos) << name;
    EXPECT_NE(Read(name).find("second"), std::string::npos) << name;
  }
}

TEST_F(ReportSetTest, RepetitionsHaveTheirOwnWhereAsked) {
  run_.repeats = 2;
  ReportSet set({Request("all"), Request("r{repeat}")}, run_);
  ASSERT_FALSE(set.Open().has_value());
  Run(set, "one", 1);
  Run(set, "one", 2);
  TestRunSummary summary;
  summary.passed = 2;
  EXPECT_TRUE(set.End(summary).empty());
  EXPECT_TRUE(fs::exists(folder_.Path() / "all"));
  EXPECT_NE(Read("r1").find("\"passed\":1"), std::string::npos) << Read("r1");
  EXPECT_NE(Read("r2").find("\"passed\":1"), std::string::npos) << Read("r2");
  EXPECT_FALSE(fs::exists(folder_.Path() / "r3"));
}

// What is no listed test's belongs to the iteration too, and jobs end it one by one.
TEST_F(ReportSetTest, AnIterationEndsWhenAllHaveLeftIt) {
  run_.repeats = 3;
  ReportSet set({Request("r{repeat}")}, run_);
  ASSERT_FALSE(set.Open().has_value());
  Run(set, "one", 1);
  Run(set, "TearDownTestSuite", 1);
  Run(set, "one", 2);
  Run(set, "late", 1);
  EXPECT_NE(Read("r1").find("\"summary\": null"), std::string::npos) << Read("r1");
  set.LeaveIterations(2);
  EXPECT_NE(Read("r1").find("\"passed\":3"), std::string::npos) << Read("r1");
  EXPECT_NE(Read("r1").find("late"), std::string::npos);
  EXPECT_TRUE(set.TakeFaults().empty());
  EXPECT_TRUE(set.End({}).empty());
}

TEST_F(ReportSetTest, WhatIsThereIsFoundBeforeAnythingRuns) {
  folder_.Write("b", "mine");
  ReportSet set({Request("a"), Request("b")}, run_);
  const auto fault = set.Open();
  ASSERT_TRUE(fault.has_value());
  EXPECT_EQ(fault->result.cause, Cause::kOutputExists);
  EXPECT_NE(Sentence(*fault).find("is not saved as " + (folder_.Path() / "b").string()),
            std::string::npos);
  EXPECT_EQ(Read("b"), "mine");
  // It would be in the way of the next attempt.
  EXPECT_FALSE(fs::exists(folder_.Path() / "a"));
}

TEST_F(ReportSetTest, TheFilesOfLaterRepetitionsAreLookedForToo) {
  run_.repeats = 3;
  folder_.Write("r3", "mine");
  ReportSet set({Request("r{repeat}")}, run_);
  ASSERT_TRUE(set.Open().has_value());
  EXPECT_FALSE(fs::exists(folder_.Path() / "r1"));
}

TEST_F(ReportSetTest, AFolderThatIsNotThereIsNamed) {
  ReportSet set({Request("absent/a")}, run_);
  const auto fault = set.Open();
  ASSERT_TRUE(fault.has_value());
  EXPECT_EQ(fault->result.cause, Cause::kOutputFolderMissing);
}

}  // namespace
}  // namespace kernodeck
