// Covers G6 and G9: a crash or a hang is one failed result, wherever it was, and what is left goes
// to a fresh process as long as that brings something.
#include "plugin/run/process_outcome.h"

#include <gtest/gtest.h>

#include <csignal>

namespace kernodeck {
namespace {

using Kind = ProcessEnd::Kind;

class ProcessOutcomeTest : public testing::Test {
 protected:
  ProcessOutcomeTest() {
    process_.program = "tests";
    process_.limit = Limit::kTest;
    process_.test_timeout = std::chrono::milliseconds(1500);
    process_.state.left = {0, 1, 2, 3};
  }

  void Ends(Kind kind, int number = 0) {
    process_.end.kind = kind;
    process_.end.exit_status = kind == Kind::kExited ? number : 0;
    process_.end.signal = kind == Kind::kExited ? 0 : number;
  }
  void Runs(TestIndex index) {
    process_.state.running.emplace();
    process_.state.running->index = index;
    process_.state.running->start.id = tests_[index].id;
  }
  void HasRun(std::vector<TestIndex> left) {
    process_.state.left = std::move(left);
    process_.state.any_result = true;
  }

  // The results, each as `Suite.name STATUS CODE`.
  std::string Results() {
    outcome_ = Conclude(tests_, process_);
    std::string text;
    for (const TestResult& result : outcome_.results) {
      text += (text.empty() ? "" : ", ") + FullName(result.start.id) + " " +
              std::string(Name(result.status));
      if (result.charge) text += " " + std::string(Info(result.charge->code).name);
    }
    return text;
  }

  std::vector<ListedTest> tests_ = {{{"A", "a"}, "/s/a.cc", 1, {}},
                                    {{"A", "b"}, "", 0, {}},
                                    {{"B", "a"}, "", 0, {}},
                                    {{"B", "b"}, "", 0, {}}};
  EndedProcess process_;
  ProcessOutcome outcome_;
};

TEST_F(ProcessOutcomeTest, ACrashInATestIsThatTestsAlone) {
  Runs(1);
  process_.state.said = "[odd]\n";
  Ends(Kind::kSignaled, SIGSEGV);
  EXPECT_EQ(Results(), "A.b failed WORKER_FAILED");
  const TestResult& result = outcome_.results.front();
  EXPECT_EQ(result.message, "WORKER_FAILED: the tests' process was ended by SIGSEGV in this test.");
  EXPECT_EQ(result.text, result.message + "\n [odd]");
  EXPECT_EQ(result.signal, SIGSEGV);
  EXPECT_EQ(result.charge->cause, Cause::kTestCrashed);
  EXPECT_EQ(result.charge->owner, Owner::kCode);
  EXPECT_EQ(outcome_.left, (std::vector<TestIndex>{0, 2, 3}));
}

TEST_F(ProcessOutcomeTest, WhereADeviceWasInUseTheOwnerIsNotGuessed) {
  Runs(0);
  process_.state.asked_verdict = true;
  Ends(Kind::kSignaled, SIGABRT);
  (void)Results();
  EXPECT_EQ(outcome_.results.front().charge->owner, Owner::kUnknown);
}

TEST_F(ProcessOutcomeTest, AKillIsFromOutside) {
  Runs(0);
  Ends(Kind::kSignaled, SIGKILL);
  (void)Results();
  EXPECT_EQ(outcome_.results.front().charge->cause, Cause::kTestKilled);
  EXPECT_EQ(outcome_.results.front().charge->owner, Owner::kUnknown);
}

TEST_F(ProcessOutcomeTest, AnExitInATestIsNoPass) {
  Runs(0);
  Ends(Kind::kExited, 0);
  EXPECT_EQ(Results(), "A.a failed WORKER_FAILED");
  EXPECT_EQ(outcome_.results.front().exit_status, 0);
  EXPECT_EQ(outcome_.results.front().charge->cause, Cause::kTestExited);
}

TEST_F(ProcessOutcomeTest, AHangIsATimeout) {
  Runs(0);
  Ends(Kind::kTimedOut);
  EXPECT_EQ(Results(), "A.a failed TIMEOUT");
  EXPECT_EQ(outcome_.results.front().message,
            "TIMEOUT: the tests' process was stopped at the time limit of 1.5 s in this test.");
  EXPECT_EQ(outcome_.results.front().charge->cause, Cause::kTestHang);
  process_.limit = Limit::kRun;
  (void)Results();
  EXPECT_NE(outcome_.results.front().message.find("of the whole run"), std::string::npos);
  Ends(Kind::kCouldNotBeKilled);
  EXPECT_EQ(Results(), "A.a failed TIMEOUT");
}

// A wrong flag or variable of the plugin.
TEST_F(ProcessOutcomeTest, RefusedSettingsAreNoCrash) {
  process_.state.plugin = true;
  Ends(Kind::kExited, 2);
  EXPECT_EQ(Results(), "A.a not_run, A.b not_run, B.a not_run, B.b not_run");
  EXPECT_TRUE(outcome_.refused);
  EXPECT_TRUE(outcome_.left.empty());
  process_.state.any_began = process_.state.any_result = true;
  (void)Results();
  EXPECT_FALSE(outcome_.refused);
}

TEST_F(ProcessOutcomeTest, FilesAreNamedAlikeWhetherATestRanOrNot) {
  process_.folder = "/s";
  Ends(Kind::kExited, 3);
  (void)Results();
  EXPECT_EQ(outcome_.results.front().start.file, "a.cc");
  process_.folder = "/";
  (void)Results();
  EXPECT_EQ(outcome_.results.front().start.file, "s/a.cc");
}

TEST_F(ProcessOutcomeTest, ASuiteThatCannotBeSetUpIsOneFailure) {
  HasRun({2, 3, 1});
  process_.state.suite = "B";
  Ends(Kind::kSignaled, SIGABRT);
  EXPECT_EQ(Results(), "B.a failed WORKER_FAILED, B.b not_run WORKER_FAILED");
  EXPECT_EQ(outcome_.results.back().message, "not run: WORKER_FAILED, see B.a");
  EXPECT_EQ(outcome_.left, (std::vector<TestIndex>{1}));
}

TEST_F(ProcessOutcomeTest, BetweenTwoTestsOfASuiteTheOthersStillRun) {
  HasRun({3, 2});
  process_.state.suite = "B";
  process_.state.suite_tested = true;
  Ends(Kind::kSignaled, SIGABRT);
  EXPECT_EQ(Results(), "B.b failed WORKER_FAILED");
  EXPECT_EQ(outcome_.left, (std::vector<TestIndex>{2}));
}

TEST_F(ProcessOutcomeTest, ATearDownHasANameOfItsOwn) {
  HasRun({2, 3});
  process_.state.suite = "A";
  process_.state.suite_tested = true;
  Ends(Kind::kExited, 3);
  EXPECT_EQ(Results(), "A.TearDownTestSuite failed WORKER_FAILED");
  EXPECT_EQ(outcome_.left, (std::vector<TestIndex>{2, 3}));
  process_.state.left.clear();
  Ends(Kind::kSignaled, SIGABRT);
  EXPECT_EQ(Results(), "A.TearDownTestSuite failed WORKER_FAILED");
}

TEST_F(ProcessOutcomeTest, WhoCrashesBeforeTheFirstTestIsNotStartedForEver) {
  Ends(Kind::kSignaled, SIGSEGV);
  EXPECT_EQ(Results(),
            "A.a failed WORKER_FAILED, A.b not_run WORKER_FAILED, B.a not_run WORKER_FAILED, "
            "B.b not_run WORKER_FAILED");
  EXPECT_TRUE(outcome_.left.empty());
  EXPECT_EQ(outcome_.results.front().start.file, "a.cc");
}

TEST_F(ProcessOutcomeTest, BetweenSuites) {
  HasRun({2, 3});
  Ends(Kind::kSignaled, SIGABRT);
  EXPECT_EQ(Results(), "tests.between_suites failed WORKER_FAILED");
  EXPECT_EQ(outcome_.left, (std::vector<TestIndex>{2, 3}));
}

TEST_F(ProcessOutcomeTest, AGreenEndWithoutTestsIsRed) {
  process_.state.ended_in_order = true;
  Ends(Kind::kExited, 0);
  EXPECT_EQ(Results().substr(0, 24), "A.a failed WORKER_FAILED");
  EXPECT_TRUE(outcome_.left.empty());
  HasRun({1});
  EXPECT_EQ(Results(), "");
  EXPECT_EQ(outcome_.left, (std::vector<TestIndex>{1}));
}

TEST_F(ProcessOutcomeTest, TheEndAfterTheLastTest) {
  HasRun({});
  Ends(Kind::kExited, 0);
  // Who exits behind the last test, and before GoogleTest says what it has seen, hides what
  // follows.
  EXPECT_EQ(Results(), "tests.exit_status failed WORKER_FAILED");
  process_.state.ended_in_order = true;
  EXPECT_EQ(Results(), "");
  Ends(Kind::kExited, 3);
  EXPECT_EQ(Results(), "tests.exit_status failed WORKER_FAILED");
  process_.state.any_red = true;
  EXPECT_EQ(Results(), "");
  Ends(Kind::kExited, 0);
  process_.state.ended_in_order = false;
  EXPECT_EQ(Results(), "tests.exit_status failed WORKER_FAILED");
  Ends(Kind::kSignaled, SIGSEGV);
  EXPECT_EQ(Results(), "tests.after_last_test failed WORKER_FAILED");
  Ends(Kind::kTimedOut);
  EXPECT_EQ(Results(), "tests.after_last_test failed TIMEOUT");
}

TEST_F(ProcessOutcomeTest, WhoLeavesForABrokenDeviceIsNoCrash) {
  HasRun({2, 3});
  process_.state.leaving = true;
  Ends(Kind::kExited, 1);
  EXPECT_EQ(Results(), "");
  EXPECT_EQ(outcome_.left, (std::vector<TestIndex>{2, 3}));
}

TEST_F(ProcessOutcomeTest, AnInterruptIsNoFailure) {
  Runs(0);
  Ends(Kind::kInterrupted, SIGINT);
  EXPECT_EQ(Results(), "A.a not_run");
  EXPECT_NE(outcome_.results.front().message.find("SIGINT"), std::string::npos);
  EXPECT_EQ(outcome_.left, (std::vector<TestIndex>{1, 2, 3}));
}

TEST_F(ProcessOutcomeTest, NonsenseOnTheChannelIsAFailureOfTheTest) {
  Runs(0);
  process_.state.bad_channel = true;
  Ends(Kind::kTimedOut);
  EXPECT_EQ(Results(), "A.a failed WORKER_FAILED");
  EXPECT_NE(outcome_.results.front().message.find("channel"), std::string::npos);
}

TEST_F(ProcessOutcomeTest, WhoCouldNotBeStarted) {
  Ends(Kind::kFailedToStart);
  process_.end.start_error = ENOMEM;
  EXPECT_EQ(Results().substr(0, 24), "A.a failed WORKER_FAILED");
  EXPECT_TRUE(outcome_.left.empty());
}

}  // namespace
}  // namespace kernodeck
