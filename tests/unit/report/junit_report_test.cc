// Covers rules G8 and P5: an incremental JUnit file is whole after each step and in every mixture
// of bytes between two; its counts are right meanwhile; memory stays flat.
#include "plugin/report/junit_report.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <pugixml.hpp>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "tests/selftest/sample_test_results.h"
#include "tests/unit/report/temporary_folder.h"

namespace kernodeck {
namespace {

using Names = std::multiset<std::string>;

struct View {
  bool whole = false;
  Names finished;
  Names running;
  std::size_t tests = 0, failures = 0, errors = 0, skipped = 0;
};

View Look(const std::string& xml) {
  View view;
  pugi::xml_document document;
  view.whole = static_cast<bool>(document.load_buffer(xml.data(), xml.size()));
  const pugi::xml_node suite = document.child("testsuites").child("testsuite");
  view.whole = view.whole && suite && !document.child("testsuites").next_sibling();
  for (const pugi::xml_node test : suite.children("testcase")) {
    const std::string name =
        std::string(test.attribute("classname").value()) + "." + test.attribute("name").value();
    (test.child("error") ? view.running : view.finished).insert(name);
  }
  view.tests = suite.attribute("tests").as_ullong();
  view.failures = suite.attribute("failures").as_ullong();
  view.errors = suite.attribute("errors").as_ullong();
  view.skipped = suite.attribute("skipped").as_ullong();
  return view;
}

class JunitReportTest : public testing::TestWithParam<JunitDialect> {
 protected:
  void SetUp() override { ASSERT_TRUE(report_.Create(path_).ok()); }

  [[nodiscard]] std::string Content() const { return ContentOf(path_); }
  [[nodiscard]] View Now() const { return Look(Content()); }

  // Expects a whole file that shows these, and counts them.
  void ExpectShown(const Names& finished, const Names& running) const {
    const View view = Now();
    EXPECT_TRUE(view.whole);
    EXPECT_EQ(view.finished, finished);
    EXPECT_EQ(view.running, running);
    EXPECT_EQ(view.tests, finished.size() + running.size());
    EXPECT_EQ(view.errors, running.size());
  }

  TemporaryFolder folder_;
  std::filesystem::path path_ = folder_.path() / "junit.xml";
  JunitReport report_{GetParam(), SampleTestRun()};
};

TestResult Result(const std::string& name, const std::string& text = "") {
  TestResult result;
  result.start.id = {"S", name};
  result.text = text;
  if (!text.empty()) result.status = TestStatus::kFailed;
  return result;
}

const Names kNothing = {"kernodeck.run"};

TEST_P(JunitReportTest, ShowsWhatRunsAndWhatHasFinished) {
  ExpectShown({}, kNothing);
  report_.Started(Result("A").start);
  ExpectShown({}, {"S.A"});
  report_.Started(Result("B").start);
  ExpectShown({}, {"S.A", "S.B"});
  report_.Finished(Result("A"));
  ExpectShown({"S.A"}, {"S.B"});
  report_.Finished(Result("B", "different"));
  ExpectShown({"S.A", "S.B"}, kNothing);
  EXPECT_EQ(Now().failures, 1U);
  ASSERT_TRUE(report_.End({}).ok());
  ExpectShown({"S.A", "S.B"}, {});
}

TEST_P(JunitReportTest, TakesATestThatNeverStarted) {
  TestResult result = Result("A");
  result.status = TestStatus::kNotRun;
  report_.Finished(result);
  ExpectShown({"S.A"}, kNothing);
  EXPECT_EQ(Now().skipped, 1U);
}

TEST_P(JunitReportTest, TheLastResultMayComeAgain) {
  report_.Started(Result("A").start);
  report_.Finished(Result("A"));
  report_.Finished(Result("A", "leaked"));
  ExpectShown({"S.A"}, kNothing);
  EXPECT_EQ(Now().failures, 1U);
  report_.Started(Result("B").start);
  report_.Finished(Result("B"));
  ASSERT_TRUE(report_.End({}).ok());
  ExpectShown({"S.A", "S.B"}, {});
  EXPECT_EQ(Now().failures, 1U);
}

TEST_P(JunitReportTest, RepeatsRunSideBySide) {
  TestResult second = Result("A");
  second.start.repeat = 2;
  report_.Started(Result("A").start);
  report_.Started(second.start);
  report_.Started(second.start);  // told twice
  ExpectShown({}, {"S.A", "S.A (repeat 2)"});
  report_.Finished(second);
  ExpectShown({"S.A (repeat 2)"}, {"S.A"});
}

TEST_P(JunitReportTest, WhatStillRunsAtTheEndStaysAnError) {
  report_.Started(Result("A").start);
  ASSERT_TRUE(report_.End({}).ok());
  ExpectShown({}, {"S.A"});
}

TEST_P(JunitReportTest, TheFinalFormHidesNothing) {
  for (const TestResult& result : SampleTestResults()) {
    report_.Started(result.start);
    report_.Finished(result);
  }
  ASSERT_TRUE(report_.End(SampleTestSummary()).ok());
  EXPECT_EQ(Content().find("<?k"), std::string::npos);
  EXPECT_EQ(Content().find("  <"), std::string::npos);
  EXPECT_EQ(NamesIn(folder_.path()).size(), 1U);
}

TEST_P(JunitReportTest, TheFinalFormCountsWhatItHolds) {
  for (const TestResult& result : SampleTestResults()) report_.Finished(result);
  ASSERT_TRUE(report_.End(SampleTestSummary()).ok());
  const View view = Now();
  EXPECT_EQ(view.tests, SampleTestResults().size() + 1);  // and the run's own problem
  EXPECT_EQ(view.failures, 5U);
  EXPECT_EQ(view.skipped, 2U);
}

TEST_P(JunitReportTest, TakesATextOfAMegabyte) {
  std::string text;
  while (text.size() < kMaxTestText - 100) text.append("a line\n").append(kNastyText);
  report_.Started(Result("Long").start);
  report_.Finished(Result("Long", text));
  ExpectShown({"S.Long"}, kNothing);
  ASSERT_TRUE(report_.End({}).ok());
  pugi::xml_document document;
  ASSERT_TRUE(document.load_file(path_.c_str()));
  const std::string got = document.child("testsuites")
                              .child("testsuite")
                              .child("testcase")
                              .child("failure")
                              .text()
                              .get();
  EXPECT_GT(got.size(), text.size());
}

TEST_P(JunitReportTest, AFileThatWasCutIsToldAndNoSignal) {
  report_.Started(Result("A").start);
  std::filesystem::resize_file(path_, 100);
  report_.Finished(Result("A"));
  EXPECT_EQ(report_.End({}).cause, Cause::kOutputIncomplete);
  EXPECT_EQ(std::filesystem::file_size(path_), 100U);
}

// The bytes that show a record or hide it: `<?k ?>` on one side, `<?k ? ` on the other.
bool IsSwitch(const std::string& a, const std::string& b, std::size_t at) {
  const std::string pair = {a[at], b[at]};
  return (pair == " >" || pair == "> ") && at >= 5 && a.compare(at - 5, 5, "<?k ?") == 0 &&
         b.compare(at - 5, 5, "<?k ?") == 0;
}

bool Includes(const Names& all, const Names& some) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

// One step of a report: what a reader may find while it goes on. Any of the bytes that are no
// switch may have arrived, and none of the switches; or all of them, and any of the switches.
void ExpectWholeBetween(const std::string& before, const std::string& after, std::mt19937& random) {
  std::vector<std::size_t> bytes;
  std::vector<std::size_t> switches;
  for (std::size_t at = 0; at < before.size(); ++at) {
    if (before[at] != after[at]) (IsSwitch(before, after, at) ? switches : bytes).push_back(at);
  }
  const auto arrive = [&](const std::vector<std::size_t>& places, std::string& file) {
    for (const std::size_t at : places) file[at] = random() % 2 == 0 ? after[at] : before[at];
  };
  const Names finished = Look(before).finished;
  std::string mixed = before;
  for (int round = 0; round < 60; ++round) {
    arrive(bytes, mixed);
    const View view = Look(mixed);
    ASSERT_TRUE(view.whole && Includes(view.finished, finished));
  }
  for (const std::size_t at : bytes) mixed[at] = after[at];
  for (int round = 0; round < 20; ++round) {
    arrive(switches, mixed);
    ASSERT_TRUE(Look(mixed).whole);
  }
}

TEST_P(JunitReportTest, EveryMixtureOfBytesIsWhole) {
  std::mt19937 random(4711);
  std::vector<TestResult> waiting;
  std::string before = Content();
  for (int step = 0; step < 120; ++step) {
    if (waiting.empty() || random() % 2 == 0) {
      const std::string name = std::string("T").append(std::to_string(step)).append(kNastyText);
      TestResult result = Result(name, step % 3 == 0 ? std::string(kNastyText) : "");
      result.seconds = std::chrono::duration<double>(step);
      report_.Started(result.start);
      waiting.push_back(result);
    } else {
      const std::size_t at = random() % waiting.size();
      report_.Finished(waiting[at]);
      waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(at));
    }
    const std::string after = Content();
    if (before.size() == after.size()) ExpectWholeBetween(before, after, random);
    ASSERT_TRUE(Look(after).whole);
    before = after;
  }
}

INSTANTIATE_TEST_SUITE_P(Each, JunitReportTest,
                         testing::Values(JunitDialect::kRich, JunitDialect::kStrict),
                         [](const auto& test) {
                           return test.param == JunitDialect::kRich ? "Rich" : "Strict";
                         });

}  // namespace
}  // namespace kernodeck
