// Covers rule G8: the JSON report is whole after every single write, no write crosses a page, and a
// finished test never goes missing.
#include "plugin/report/json_test_report.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <string>

#include "plugin/report/json_test_record.h"
#include "tests/selftest/sample_test_results.h"
#include "tests/unit/report/temporary_folder.h"

namespace kernodeck {
namespace {

using nlohmann::json;
using Results = std::map<std::string, std::string>;

class JsonTestReportTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(report_.Create(path_).ok()); }

  [[nodiscard]] std::string Content() const { return ContentOf(path_); }

  // The tests in the file and their results; fails where the file is not whole.
  [[nodiscard]] Results Now() const {
    const json document = json::parse(Content(), nullptr, false);
    EXPECT_FALSE(document.is_discarded());
    Results results;
    if (document.is_discarded()) return results;
    for (const json& test : document["tests"]) {
      const std::string name =
          test["name"].get<std::string>() + "/" + std::to_string(test["repeat"].get<int>());
      EXPECT_TRUE(results.emplace(name, test["result"]).second) << name;
    }
    return results;
  }

  TemporaryFolder folder_;
  std::filesystem::path path_ = folder_.path() / "tests.json";
  JsonTestReport report_{SampleTestRun()};
};

TestResult Result(const std::string& name, std::size_t text = 0) {
  TestResult result;
  result.start.id = {"S", name};
  if (text == 0) return result;
  result.status = TestStatus::kFailed;
  result.text = "CHECK_FAILED: " + std::string(text, 'x');
  return result;
}

std::string Numbered(int number) { return std::string("T").append(std::to_string(number)); }

TEST_F(JsonTestReportTest, ShowsWhatRunsAndWhatHasFinished) {
  EXPECT_EQ(Now(), Results());
  report_.Started(Result("A").start);
  EXPECT_EQ(Now(), (Results{{"A/1", "running"}}));
  report_.Started(Result("B").start);
  report_.Started(Result("B").start);  // told twice
  report_.Finished(Result("A", 2000));
  EXPECT_EQ(Now(), (Results{{"A/1", "failed"}, {"B/1", "running"}}));
  report_.Finished(Result("B"));
  EXPECT_EQ(json::parse(Content())["summary"], nullptr);
  ASSERT_TRUE(report_.End({}).ok());
  EXPECT_EQ(Now(), (Results{{"A/1", "failed"}, {"B/1", "passed"}}));
  EXPECT_NE(json::parse(Content())["summary"], nullptr);
}

TEST_F(JsonTestReportTest, TakesATestThatNeverStarted) {
  TestResult result = Result("A");
  result.status = TestStatus::kNotRun;
  report_.Finished(result);
  report_.Started(Result("B").start);
  EXPECT_EQ(Now(), (Results{{"A/1", "not_run"}, {"B/1", "running"}}));
}

// The record of the test that began first has no comma and may never go, however long it becomes.
TEST_F(JsonTestReportTest, TheLastResultMayComeAgain) {
  report_.Started(Result("A").start);
  report_.Finished(Result("A"));
  report_.Started(Result("B").start);
  report_.Finished(Result("B"));
  for (const std::size_t size : {20U, 10U, 9000U}) {
    report_.Finished(Result("B", size));
    EXPECT_EQ(Now(), (Results{{"A/1", "passed"}, {"B/1", "failed"}})) << size;
  }
  report_.Started(Result("C").start);
  report_.Finished(Result("C"));
  EXPECT_TRUE(report_.End({}).ok());
  EXPECT_EQ(Now(), (Results{{"A/1", "passed"}, {"B/1", "failed"}, {"C/1", "passed"}}));
}

TEST_F(JsonTestReportTest, TheFirstTestMayEndLastAndLong) {
  report_.Started(Result("First").start);
  for (int i = 0; i < 20; ++i) report_.Finished(Result(Numbered(i), 1000));
  report_.Finished(Result("First", 100'000));
  const Results now = Now();
  EXPECT_EQ(now.size(), 21U);
  EXPECT_EQ(now.at("First/1"), "failed");
}

TEST_F(JsonTestReportTest, WhatStillRunsAtTheEndStays) {
  report_.Started(Result("A").start);
  ASSERT_TRUE(report_.End({}).ok());
  EXPECT_EQ(Now(), (Results{{"A/1", "running"}}));
}

TEST_F(JsonTestReportTest, TheFinalFormHasNoRoomLeft) {
  for (int i = 0; i < 300; ++i) {
    report_.Started(Result(Numbered(i)).start);
    report_.Finished(Result(Numbered(i), i % 7 == 0 ? 3000 : 0));
  }
  ASSERT_TRUE(report_.End(SampleTestSummary()).ok());
  EXPECT_EQ(Content().find("  "), std::string::npos);
  EXPECT_EQ(Now().size(), 300U);
  EXPECT_EQ(NamesIn(folder_.path()).size(), 1U);
}

// Page by page, as the system writes: whatever page has arrived and whatever not, of one write and
// of the next, the file is whole.
void ExpectWholePageByPage(const std::string& before, const std::string& after) {
  constexpr std::size_t kPage = 4096;
  std::string mixed = before;
  for (std::size_t page = 0; page < before.size(); page += kPage) {
    if (before.compare(page, kPage, after, page, kPage) == 0) continue;
    mixed.replace(page, std::min(kPage, before.size() - page), after, page, kPage);
    ASSERT_TRUE(json::accept(mixed));
  }
}

TEST_F(JsonTestReportTest, EveryPageOfEveryStepIsWhole) {
  std::mt19937 random(4711);
  std::vector<TestResult> waiting;
  Results want;
  std::string before = Content();
  for (int step = 0; step < 400; ++step) {
    if (waiting.empty() || (waiting.size() < 9 && random() % 2 == 0)) {
      waiting.push_back(Result(Numbered(step), random() % 3 == 0 ? random() % 6000 : 0));
      report_.Started(waiting.back().start);
      want[Numbered(step) + "/1"] = "running";
    } else {
      const std::size_t at = random() % waiting.size();
      report_.Finished(waiting[at]);
      want[waiting[at].start.id.name + "/1"] = Name(waiting[at].status);
      waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(at));
    }
    const std::string after = Content();
    ASSERT_TRUE(json::accept(after));
    if (before.size() == after.size()) ExpectWholePageByPage(before, after);
    before = after;
  }
  EXPECT_EQ(Now(), want);
}

TEST_F(JsonTestReportTest, AFileThatWasCutIsTold) {
  report_.Started(Result("A").start);
  std::filesystem::resize_file(path_, 10);
  EXPECT_EQ(report_.End({}).cause, Cause::kOutputIncomplete);
}

TEST(DenseJsonTest, TextsKeepTheirSpacesHoweverTheyAreCut) {
  const std::string wide = "[  {\"a b\": \"c  \\\" d \\\\\"  } , \n  1 ]  ";
  for (std::size_t size = 1; size <= wide.size(); ++size) {
    DenseJson dense;
    std::string got;
    for (std::size_t at = 0; at < wide.size(); at += size)
      got += dense.Dense(wide.substr(at, size));
    EXPECT_EQ(got, "[{\"a b\":\"c  \\\" d \\\\\"},\n1]");
  }
}

}  // namespace
}  // namespace kernodeck
