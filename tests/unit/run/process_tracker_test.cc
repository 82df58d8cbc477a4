// Covers G9 and G15: what a process of tests does is followed by its messages or by what GoogleTest
// prints, whatever the tests themselves print.
#include "plugin/run/process_tracker.h"

#include <gtest/gtest.h>

#include <utility>

namespace kernodeck {
namespace {

std::vector<ListedTest> Tests(const std::vector<TestId>& ids) {
  std::vector<ListedTest> tests;
  for (const TestId& id : ids) tests.push_back({id, "/src/a.cc", 3, {}});
  return tests;
}

// As GoogleTest writes it: `results` are those of A.a and A.b, failed where it is true.
std::string Written(bool a_failed, bool b_failed) {
  const auto test = [](const std::string& name, bool failed) {
    return R"({"name":")" + name +
           R"(","status":"RUN","result":"COMPLETED","timestamp":"2026","time":"0.5s")" +
           (failed ? R"(,"failures":[{"failure":"/src/a.cc:2\nWhy","type":""}])" : "") + "}";
  };
  return R"({"testsuites":[{"name":"A","testsuite":[)" + test("a", a_failed) + "," +
         test("b", b_failed) + "]}]}";
}

class ProcessTrackerTest : public testing::Test {
 protected:
  ProcessTracker Make(std::vector<TestIndex> plan, int iterations = 1) {
    ProcessTracker::Hooks hooks;
    hooks.on_start = [this](const TestStart& start) {
      seen_ += "+" + FullName(start.id) + (start.repeat > 1 ? "!" : "") + " ";
      start_ = start;
    };
    hooks.on_result = [this](const TestResult& result) {
      seen_ += std::string(Name(result.status)) + " ";
      result_ = result;
    };
    hooks.on_want_verdict = [this](const TestId& id) { seen_ += "?" + FullName(id) + " "; };
    hooks.on_problem = [this](const std::string& problem) { seen_ += "problem:" + problem + " "; };
    hooks.on_mark = [this] { ++marks_; };
    hooks.take_written = [this] { return std::exchange(written_, ""); };
    return ProcessTracker(tests_, std::move(plan), 1, iterations, "/src", hooks);
  }

  static void Send(ProcessTracker& tracker, const TestMessage& message) {
    EventReader reader(1 << 20);
    std::vector<Event> events;
    ASSERT_TRUE(reader.Feed(EncodeTestMessage(message), events));
    for (const Event& event : events) ASSERT_TRUE(tracker.TakeEvent(event));
  }

  std::vector<ListedTest> tests_ = Tests({{"A", "a"}, {"A", "b"}, {"I/P", "x/0"}});
  std::string seen_;
  std::string written_;  // GoogleTest's JSON
  int marks_ = 0;
  TestStart start_;
  TestResult result_;
};

TEST_F(ProcessTrackerTest, FollowsThePlainOutput) {
  ProcessTracker tracker = Make({0, 1, 2});
  tracker.TakeOutput(
      "[----------] 2 tests from A\n[ RUN      ] A.a\n[       OK ] A.a (7 ms)\n"
      "[ RUN      ] A.b\n/src/b.cc:3: Failure\nExpected\n[  FAILED  ] A.b (0 ms)\n"
      "[----------] 2 tests from A (0 ms total)\n\n[ RUN      ] I/P.x/0\n"
      "/src/c.cc:1: Skipped\nwhy\n[  SKIPPED ] I/P.x/0 (0 ms)\n");
  EXPECT_EQ(seen_, "+A.a passed +A.b failed +I/P.x/0 ");
  EXPECT_EQ(marks_, 3);
  EXPECT_EQ(start_.file, "a.cc");
  const ProcessState state = tracker.Finish();
  // Until then nobody knows whether more follows.
  EXPECT_EQ(seen_, "+A.a passed +A.b failed +I/P.x/0 skipped ");
  EXPECT_EQ(result_.message, "c.cc:1: why");
  EXPECT_TRUE(state.left.empty());
  EXPECT_TRUE(state.any_result && state.any_red);
  EXPECT_FALSE(state.running.has_value());
}

TEST_F(ProcessTrackerTest, AFailureBearsItsCodeAndItsText) {
  ProcessTracker tracker = Make({1});
  tracker.TakeErrors("outside\n");
  tracker.TakeOutput("[ RUN      ] A.b\n");
  tracker.TakeErrors("on stderr\n");
  tracker.TakeOutput("/src/b.cc:3: Failure\nExpected\n\n[odd]\n[  FAILED  ] A.b (250 ms)\n");
  (void)tracker.Finish();
  EXPECT_EQ(result_.message, "CHECK_FAILED: b.cc:3: Expected");
  EXPECT_EQ(
      result_.text,
      "CHECK_FAILED: b.cc:3: Expected\nb.cc:3: Failure\nExpected\n [odd]\noutside\non stderr");
  ASSERT_TRUE(result_.charge.has_value());
  EXPECT_EQ(result_.charge->code, Code::kCheckFailed);
  EXPECT_EQ(result_.charge->owner, Owner::kCode);
  EXPECT_GE(result_.seconds.count(), 0.25);
}

TEST_F(ProcessTrackerTest, ColorsParametersAndUnfinishedLines) {
  ProcessTracker tracker = Make({0, 2});
  tracker.TakeOutput(
      "set up\x1b[0;32m[ RUN      ] \x1b[mA.a\nno newline\x1b[0;32m[       OK ] \x1b[mA.a (0 "
      "ms)\r\n"
      "[ RUN      ] I/P.x/0\n[  FAILED  ] I/P.x/0, where GetParam() = [ x ] (0 ms)\n");
  (void)tracker.Finish();
  EXPECT_EQ(seen_, "+A.a passed +I/P.x/0 failed ");
}

TEST_F(ProcessTrackerTest, WhatATestForgesIsItsText) {
  ProcessTracker tracker = Make({0, 1});
  tracker.TakeOutput(
      "[ RUN      ] A.a\n[       OK ] A.b (0 ms)\n[ RUN      ] A.b\n[  FAILED  ] A.b (0 ms)\n"
      "[----------] 1 test from Z\n[ RUN      ] Not.Known\n[       OK ] A.aa (0 ms)\n");
  EXPECT_EQ(seen_, "+A.a +A.b ");
  tracker.TakeOutput("[       OK ] A.a (0 ms)\n[ RUN      ] Not.Known\n[       OK ] Not.Known\n");
  // A test runs once in an iteration.
  tracker.TakeOutput("[ RUN      ] A.a\n[       OK ] A.a (0 ms)\n");
  EXPECT_EQ(tracker.Finish().left, (std::vector<TestIndex>{1}));
  EXPECT_EQ(seen_, "+A.a +A.b passed ");
  EXPECT_EQ(result_.start.id.name, "a");
}

// Whoever prints the end of the run himself has not come to it.
TEST_F(ProcessTrackerTest, AForgedEndOfTheRunIsNoEnd) {
  ProcessTracker tracker = Make({0});
  tracker.TakeOutput("[ RUN      ] A.a\n[==========] 1 test from 1 test suite ran. (0 ms total)\n");
  const ProcessState state = tracker.Finish();
  EXPECT_FALSE(state.ended_in_order);
  EXPECT_TRUE(state.running.has_value());
  ProcessTracker with_plugin = Make({0, 1});
  Send(with_plugin, Hello{});
  with_plugin.TakeOutput("[==========] 2 tests from 1 test suite ran. (0 ms total)\n");
  EXPECT_FALSE(with_plugin.Finish().ended_in_order);
  ProcessTracker ended = Make({0, 1});
  Send(ended, Hello{});
  Send(ended, RunEnd{0});
  EXPECT_TRUE(ended.Finish().ended_in_order);
}

TEST_F(ProcessTrackerTest, WhereAnEndIsNotSeenWhatGoogleTestWroteCounts) {
  for (const bool failed : {false, true}) {
    seen_.clear();
    ProcessTracker tracker = Make({0, 1});
    // The first one closed the output.
    tracker.TakeOutput("[ RUN      ] A.a\n");
    written_ = Written(failed, false);
    const ProcessState state = tracker.Finish(!failed);
    EXPECT_EQ(seen_, failed ? "+A.a +A.a failed +A.b passed " : "+A.a +A.a passed +A.b passed ");
    EXPECT_TRUE(state.ended_in_order && state.left.empty());
    EXPECT_FALSE(state.running.has_value());
    EXPECT_EQ(result_.seconds.count(), 0.5);
  }
}

TEST_F(ProcessTrackerTest, ATestThatBeginsEndsOneWhoseEndWasNotSeen) {
  ProcessTracker tracker = Make({0, 1});
  tracker.TakeOutput("[ RUN      ] A.a\n[ RUN      ] A.b\n[       OK ] A.b (0 ms)\n");
  EXPECT_EQ(seen_, "+A.a +A.b ");
  EXPECT_EQ(marks_, 1);
  // The process died: both are run again.
  EXPECT_EQ(tracker.Finish(false).left, (std::vector<TestIndex>{0, 1}));
  // It ended in order, and wrote no JSON.
  seen_.clear();
  ProcessTracker ended = Make({0, 1});
  ended.TakeOutput(
      "[ RUN      ] A.a\n[ RUN      ] A.b\n[       OK ] A.b (0 ms)\n"
      "[==========] 2 tests from 1 test suite ran. (0 ms total)\n");
  EXPECT_TRUE(ended.Finish().left.empty());
  EXPECT_EQ(seen_, "+A.a +A.b failed passed ");
}

TEST_F(ProcessTrackerTest, WhoseEndIsSeenAfterAllHadForgedTheOthers) {
  ProcessTracker tracker = Make({0, 1});
  tracker.TakeOutput(
      "[ RUN      ] A.a\n[ RUN      ] A.b\n[       OK ] A.b (0 ms)\n[       OK ] A.a (0 ms)\n"
      "[ RUN      ] A.b\n[  FAILED  ] A.b (0 ms)\n");
  EXPECT_TRUE(tracker.Finish(false).left.empty());
  EXPECT_EQ(seen_, "+A.a +A.b passed +A.b failed ");
}

TEST_F(ProcessTrackerTest, AForgedPassHidesNoFailure) {
  ProcessTracker tracker = Make({0, 1});
  tracker.TakeOutput(
      "[ RUN      ] A.a\n[       OK ] A.a (0 ms)\n/src/a.cc:1: Failure\nno\n"
      "[  FAILED  ] A.a (3 ms)\n[ RUN      ] A.b\n");
  EXPECT_EQ(seen_, "+A.a failed +A.b ");
  EXPECT_EQ(result_.message, "CHECK_FAILED: a.cc:1: no");
  tracker.TakeOutput("[  FAILED  ] A.b (0 ms)\n[       OK ] A.b (0 ms)\n");
  (void)tracker.Finish(false);
  EXPECT_EQ(seen_, "+A.a failed +A.b failed ");
}

// The exit status says that something failed, and nothing that was printed does.
TEST_F(ProcessTrackerTest, AHiddenFailureIsFound) {
  ProcessTracker tracker = Make({0, 1});
  tracker.TakeOutput(
      "[ RUN      ] A.a\n[       OK ] A.a (0 ms)\n[ RUN      ] A.b\n[       OK ] A.b (0 ms)\n");
  written_ = Written(true, false);
  EXPECT_TRUE(tracker.Finish(false).any_red);
  EXPECT_EQ(seen_, "+A.a passed +A.b passed failed ");
  EXPECT_EQ(result_.message, "CHECK_FAILED: a.cc:2: Why");
}

TEST_F(ProcessTrackerTest, AFailureOutsideOfTestsIsAResult) {
  ProcessTracker tracker = Make({0, 1, 2});
  tracker.TakeOutput(
      "[==========] Running 3 tests from 2 test suites.\n/e.cc:1: Failure\nenvironment\n"
      "[----------] 2 tests from A\n/src/s.cc:1: Failure\nset up\n[ RUN      ] A.a\n");
  EXPECT_EQ(seen_, "failed failed +A.a ");
  EXPECT_EQ(FullName(result_.start.id), "A.SetUpTestSuite");
  EXPECT_EQ(result_.message, "CHECK_FAILED: s.cc:1: set up");
  tracker.TakeOutput(
      "[       OK ] A.a (0 ms)\nwhatever: Failure\n[ RUN      ] A.b\n[       OK ] A.b (0 ms)\n"
      "unknown file: Failure\nC++ exception\n[----------] 2 tests from A (0 ms total)\n");
  EXPECT_EQ(seen_, "failed failed +A.a passed +A.b passed failed ");
  EXPECT_EQ(FullName(result_.start.id), "A.TearDownTestSuite");
  tracker.TakeOutput("[----------] Global test environment tear-down\n/e.cc:2: Failure\nlate\n");
  EXPECT_TRUE(tracker.Finish(false).any_red);
  EXPECT_EQ(FullName(result_.start.id), "Environment.TearDown");
}

TEST_F(ProcessTrackerTest, AnIterationWithAnEndThatWasNotSeenIsNotLost) {
  ProcessTracker tracker = Make({0, 1}, 3);
  tracker.TakeOutput(
      "\nRepeating all tests (iteration 1) . . .\n\n[ RUN      ] A.a\n[       OK ] A.a (0 ms)\n"
      "[ RUN      ] A.b\n");
  written_ = Written(false, true);
  tracker.TakeOutput(
      "\nRepeating all tests (iteration 2) . . .\n\n[ RUN      ] A.a\n[       OK ] A.a (0 ms)\n"
      "[ RUN      ] A.b\n\nRepeating all tests (iteration 3) . . .\n\n[ RUN      ] A.a\n");
  EXPECT_EQ(seen_, "+A.a passed +A.b +A.b failed +A.a! passed +A.b! failed +A.a! ");
  EXPECT_EQ(tracker.Finish().repeat, 3);
}

TEST_F(ProcessTrackerTest, ATornBeginningIsMadeUpFor) {
  ProcessTracker tracker = Make({0});
  tracker.TakeOutput("[ RUN   noise   ] A.a\n[       OK ] A.a (0 ms)\n");
  (void)tracker.Finish();
  EXPECT_EQ(seen_, "+A.a passed ");
}

TEST_F(ProcessTrackerTest, TheListAtTheEndIsNoResult) {
  ProcessTracker tracker = Make({0, 1}, 2);
  tracker.TakeOutput(
      "[ RUN      ] A.a\n[       OK ] A.a (0 ms)\n[ RUN      ] A.b\n[  FAILED  ] A.b (0 ms)\n"
      "[==========] 2 tests from 1 test suite ran. (0 ms total)\n"
      "[  FAILED  ] 1 test, listed below:\n[  FAILED  ] A.b\n");
  EXPECT_EQ(seen_, "+A.a passed +A.b failed ");
  const ProcessState state = tracker.Finish();
  EXPECT_TRUE(state.ended_in_order);
  EXPECT_EQ(state.repeat, 1);
}

TEST_F(ProcessTrackerTest, IterationsAreToldApart) {
  ProcessTracker tracker = Make({0, 1}, 2);
  for (int i = 0; i < 3; ++i) {
    tracker.TakeOutput(
        "[ RUN      ] A.a\n[       OK ] A.a (0 ms)\n[ RUN      ] A.b\n[       OK ] A.b (0 ms)\n");
  }
  EXPECT_EQ(tracker.Finish().repeat, 2);
  EXPECT_EQ(seen_, "+A.a passed +A.b passed +A.a! passed +A.b! passed ");
}

TEST_F(ProcessTrackerTest, WhoEndsInATestIsKnownWithItsLastWords) {
  ProcessTracker tracker = Make({0, 1});
  tracker.TakeOutput("[ RUN      ] A.a\nlast words");
  tracker.TakeErrors("terminate called");
  const ProcessState state = tracker.Finish();
  ASSERT_TRUE(state.running.has_value());
  EXPECT_EQ(state.running->index, 0U);
  EXPECT_EQ(state.said, "last words\nterminate called\n");
  EXPECT_EQ(state.left, (std::vector<TestIndex>{0, 1}));
}

TEST_F(ProcessTrackerTest, KnowsTheSuiteUnderWay) {
  ProcessTracker tracker = Make({0, 1, 2});
  tracker.TakeOutput("[----------] 2 tests from A\n");
  ProcessState state = tracker.Finish();
  EXPECT_EQ(state.suite, "A");
  EXPECT_FALSE(state.suite_tested);
  ProcessTracker tested = Make({0, 1, 2});
  tested.TakeOutput("[----------] 2 tests from A\n[ RUN      ] A.a\n[       OK ] A.a (0 ms)\n");
  EXPECT_TRUE(tested.Finish().suite_tested);
}

TEST_F(ProcessTrackerTest, WithThePluginTheMessagesCount) {
  ProcessTracker tracker = Make({0, 1});
  Send(tracker, Hello{});
  EXPECT_TRUE(tracker.HasPlugin());
  tracker.TakeOutput("[ RUN      ] A.b\n");
  EXPECT_EQ(seen_, "");
  TestStart start;
  start.id = {"A", "a"};
  start.file = "mine.cc";
  Send(tracker, start);
  EXPECT_EQ(start_.file, "mine.cc");
  Send(tracker, WantVerdict{{"A", "a"}});
  TestResult result;
  result.start = start;
  result.status = TestStatus::kFailed;
  result.charge = FailureCharge{Code::kRuntimeError, {}, Stage::kApplication, Owner::kUnknown};
  result.sticky = true;
  Send(tracker, result);
  Send(tracker, Leaving{});
  const ProcessState state = tracker.Finish();
  EXPECT_EQ(seen_, "+A.a ?A.a failed ");
  EXPECT_TRUE(state.leaving && state.asked_verdict);
  EXPECT_EQ(state.left, (std::vector<TestIndex>{1}));
}

TEST_F(ProcessTrackerTest, AResultMayComeAgainBehindItsEnd) {
  ProcessTracker tracker = Make({0, 1});
  Send(tracker, Hello{});
  TestResult result;
  result.start.id = {"A", "a"};
  Send(tracker, result.start);
  Send(tracker, result);
  result.status = TestStatus::kFailed;
  result.charge = FailureCharge{};
  Send(tracker, result);
  EXPECT_TRUE(tracker.Finish().any_red);
  EXPECT_EQ(seen_, "+A.a failed ");
}

// Where the plugin's listener hears of no test, its requirements still ask.
TEST_F(ProcessTrackerTest, WithoutHelloTheOutputCounts) {
  ProcessTracker tracker = Make({0, 1});
  // Its output is read later.
  Send(tracker, WantVerdict{{"A", "b"}});
  EXPECT_FALSE(tracker.HasPlugin());
  tracker.TakeOutput("[ RUN      ] A.a\n[       OK ] A.a (0 ms)\n[ RUN      ] A.b\n");
  EXPECT_EQ(seen_, "?A.b +A.a passed +A.b ");
  EXPECT_FALSE(result_.gpu);
  tracker.TakeOutput("[       OK ] A.b (0 ms)\n");
  (void)tracker.Finish();
  EXPECT_TRUE(result_.gpu);
}

TEST_F(ProcessTrackerTest, AProblemIsToldOn) {
  ProcessTracker tracker = Make({0});
  Send(tracker, Hello{});
  Send(tracker, RunProblem{"why"});
  EXPECT_EQ(seen_, "problem:why ");
  EXPECT_TRUE(tracker.Finish().any_red);
}

TEST_F(ProcessTrackerTest, ResultsOfOtherTestsAreNotTaken) {
  ProcessTracker tracker = Make({0});
  Send(tracker, Hello{});
  TestResult result;
  result.start.id = {"A", "b"};
  Send(tracker, result);
  Send(tracker, result.start);
  EXPECT_EQ(seen_, "");
}

TEST_F(ProcessTrackerTest, NonsenseOnTheChannelIsToldAtOnce) {
  ProcessTracker tracker = Make({0});
  EXPECT_FALSE(tracker.TakeEvent({"what", {}}));
  EXPECT_TRUE(tracker.Finish().bad_channel);
}

TEST_F(ProcessTrackerTest, AFloodOfOneTestIsCut) {
  ProcessTracker tracker = Make({0});
  tracker.TakeOutput("[ RUN      ] A.a\n");
  for (int i = 0; i < 10'000; ++i) tracker.TakeOutput(std::string(99, 'x') + "\n");
  tracker.TakeOutput("[  FAILED  ] A.a (0 ms)\n");
  (void)tracker.Finish();
  EXPECT_LT(result_.text.size(), std::size_t{300'000});
  EXPECT_NE(result_.text.find("bytes left out"), std::string::npos);
}

}  // namespace
}  // namespace kernodeck
