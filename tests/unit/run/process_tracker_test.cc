// Covers G9 and G15: what a process of tests does is followed by its messages or by what GoogleTest
// prints, whatever the tests themselves print.
#include "plugin/run/process_tracker.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

std::vector<ListedTest> Tests(const std::vector<TestId>& ids) {
  std::vector<ListedTest> tests;
  for (const TestId& id : ids) tests.push_back({id, "/src/a.cc", 3, {}});
  return tests;
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
  EXPECT_EQ(seen_, "+A.a passed +A.b failed +I/P.x/0 skipped ");
  EXPECT_EQ(start_.file, "a.cc");
  EXPECT_EQ(result_.message, "c.cc:1: why");
  const ProcessState state = tracker.Finish();
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
  EXPECT_EQ(result_.message, "CHECK_FAILED: b.cc:3: Expected");
  EXPECT_EQ(result_.text,
            "CHECK_FAILED: b.cc:3: Expected\non stderr\nb.cc:3: Failure\nExpected\n [odd]");
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
  EXPECT_EQ(seen_, "+A.a passed +I/P.x/0 failed ");
}

TEST_F(ProcessTrackerTest, WhatATestForgesIsItsText) {
  ProcessTracker tracker = Make({0, 1});
  tracker.TakeOutput(
      "[ RUN      ] A.a\n[       OK ] A.b (0 ms)\n[ RUN      ] A.b\n[  FAILED  ] A.b (0 ms)\n"
      "[----------] 1 test from Z\n[ RUN      ] Not.Known\n[       OK ] A.aa (0 ms)\n");
  EXPECT_EQ(seen_, "+A.a ");
  tracker.TakeOutput("[       OK ] A.a (0 ms)\n[ RUN      ] Not.Known\n[       OK ] Not.Known\n");
  EXPECT_EQ(seen_, "+A.a passed ");
  // A test runs once in an iteration.
  tracker.TakeOutput("[ RUN      ] A.a\n[       OK ] A.a (0 ms)\n");
  EXPECT_EQ(seen_, "+A.a passed ");
  EXPECT_EQ(tracker.Finish().left, (std::vector<TestIndex>{1}));
}

TEST_F(ProcessTrackerTest, ATornBeginningIsMadeUpFor) {
  ProcessTracker tracker = Make({0});
  tracker.TakeOutput("[ RUN   noise   ] A.a\n[       OK ] A.a (0 ms)\n");
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
  EXPECT_EQ(seen_, "+A.a passed +A.b passed +A.a! passed +A.b! passed ");
  EXPECT_EQ(tracker.Finish().repeat, 2);
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
  EXPECT_EQ(seen_, "+A.a ?A.a failed ");
  const ProcessState state = tracker.Finish();
  EXPECT_TRUE(state.leaving && state.asked_verdict);
  EXPECT_EQ(state.left, (std::vector<TestIndex>{1}));
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
  EXPECT_EQ(seen_, "+A.a passed failed ");
  EXPECT_TRUE(tracker.Finish().any_red);
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
  EXPECT_LT(result_.text.size(), std::size_t{300'000});
  EXPECT_NE(result_.text.find("bytes left out"), std::string::npos);
}

}  // namespace
}  // namespace kernodeck
