// Covers G5, G9 and D15: whole runs of scripts that stand in for GoogleTest binaries. Real binaries
// are run in tests/selftest/run.
#include "plugin/run/test_supervision.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

#include "tests/unit/run/script_suite.h"

namespace kernodeck {
namespace {

class TestSupervisionTest : public ScriptSuiteFixture {};

TEST_F(TestSupervisionTest, AllPass) {
  const RunOutcome outcome = Run(Request({"A.a", "A.b"}, ""));
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(Results(), "A.a passed, A.b passed");
  EXPECT_EQ(outcome.summary.passed, 2);
  EXPECT_NE(Printed().find("[       OK ] A.b (0 ms)\n"), std::string::npos);
}

TEST_F(TestSupervisionTest, CrashHangAndFailureCostOneTestEach) {
  RunRequest request = Request({"A.a", "A.b", "A.c", "A.d", "A.e"},
                               "A.b) kill -SEGV $$;;\nA.c) sleep 60 & wait;;\nA.d) fail;;");
  request.test_timeout = std::chrono::milliseconds(300);
  const RunOutcome outcome = Run(request);
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_EQ(Results(),
            "A.a passed, A.b failed WORKER_FAILED, A.c failed TIMEOUT, A.d failed CHECK_FAILED, "
            "A.e passed");
  EXPECT_EQ(outcome.failed.size(), 3U);
}

TEST_F(TestSupervisionTest, OnlyCrashesGiveTheirCodesStatus) {
  EXPECT_EQ(Run(Request({"A.a", "A.b"}, "A.b) kill -KILL $$;;")).exit_status, 11);
}

TEST_F(TestSupervisionTest, JobsRunEveryTestOnce) {
  std::vector<std::string> names;
  for (int i = 0; i < 40; ++i) names.push_back("A.t" + std::to_string(i));
  RunRequest request = Request(names, "A.t7) kill -ABRT $$;;");
  request.jobs = 4;
  const RunOutcome outcome = Run(request);
  EXPECT_EQ(outcome.summary.passed, 39);
  EXPECT_EQ(outcome.summary.failed, 1);
  const std::string printed = Printed();
  for (const std::string& name : names) {
    if (name == "A.t7") continue;
    const std::string whole = "[ RUN      ] " + name + "\n[       OK ] " + name + " (0 ms)\n";
    EXPECT_NE(printed.find(whole), std::string::npos) << name;
  }
}

TEST_F(TestSupervisionTest, ACrashInOneRepetitionLosesNone) {
  RunRequest request = Request({"A.a", "A.b", "A.c"}, "A.b) [ $i -eq 2 ] && kill -SEGV $$; ok;;");
  request.flags.repeat = 4;
  const RunOutcome outcome = Run(request);
  // The second one of each process that has two: iterations 2 and 4 of the run.
  EXPECT_EQ(outcome.summary.failed, 2);
  EXPECT_EQ(outcome.summary.passed, 10);
}

TEST_F(TestSupervisionTest, ARunThatNeverBeginsEnds) {
  RunRequest request = Request({"A.a", "A.b"}, "");
  folder_.WriteProgram("tests", "#!/bin/sh\nexit 3\n");
  request.flags.repeat = 3;
  const RunOutcome outcome = Run(request);
  EXPECT_EQ(Results(), "A.a failed WORKER_FAILED, A.b not_run WORKER_FAILED");
  EXPECT_EQ(outcome.exit_status, 11);
}

TEST_F(TestSupervisionTest, TheWholeRunHasALimitToo) {
  RunRequest request = Request({"A.a", "A.b", "A.c"}, "A.b) sleep 60 & wait;;");
  request.run_timeout = std::chrono::milliseconds(300);
  const RunOutcome outcome = Run(request);
  EXPECT_EQ(outcome.exit_status, 10);
  EXPECT_EQ(Results(), "A.a passed, A.b failed TIMEOUT, A.c not_run TIMEOUT");
}

TEST_F(TestSupervisionTest, AnInterruptEndsTheTestsAndNotTheReport) {
  const RunRequest request =
      Request({"A.a", "A.b", "A.c"}, "A.b) kill -INT $PPID; sleep 60 & wait;;");
  const RunOutcome outcome = Run(request);
  EXPECT_EQ(outcome.interrupted_by_signal, SIGINT);
  EXPECT_EQ(outcome.exit_status, 130);
  EXPECT_EQ(Results(), "A.a passed, A.b not_run, A.c not_run");
}

TEST_F(TestSupervisionTest, FailFastHoldsOverProcesses) {
  RunRequest request = Request({"A.a", "A.b"}, "A.a) kill -SEGV $$;;");
  request.flags.fail_fast = true;
  (void)Run(request);
  EXPECT_EQ(Results(), "A.a failed WORKER_FAILED, A.b skipped");
}

TEST_F(TestSupervisionTest, WhatTestsLeaveBehindIsEnded) {
  const RunRequest request = Request(
      {"A.a", "A.b"}, "A.a) setsid sh -c 'setsid sleep 60 & exit' & ok;;\nA.b) sleep 60 & ok;;");
  EXPECT_EQ(Run(request).exit_status, 0);
}

TEST_F(TestSupervisionTest, AnExitStatusThatNoTestExplainsIsRed) {
  const RunOutcome outcome = Run(Request({"A.a"}, "A.a) failed=5; ok;;"));
  EXPECT_EQ(Results(), "A.a passed, tests.exit_status failed WORKER_FAILED");
  EXPECT_EQ(outcome.exit_status, 11);
}

TEST_F(TestSupervisionTest, ProgressIsShownAndErased) {
  RunRequest request = Request({"A.a", "A.b"}, "A.b) sleep 0.5; ok;;");
  int shown = 0;
  int erased = 0;
  int running = 0;
  request.show_progress = [&](const RunProgress& progress) {
    ++shown;
    EXPECT_EQ(progress.total, 2);
    running += progress.running == "A.b" ? 1 : 0;
  };
  request.erase_progress = [&] { ++erased; };
  (void)Run(request);
  EXPECT_GT(running, 0);
  EXPECT_GT(erased, 0);
  EXPECT_LE(erased, shown);
}

TEST_F(TestSupervisionTest, TheTestsGetNoInputAndTheirOwnGroup) {
  (void)Run(Request({"A.a"}, "A.a) cat; ps -o pgid= -p $$ | tr -d ' ' > \"$0.group\"; ok;;"));
  EXPECT_EQ(Results(), "A.a passed");
}

TEST_F(TestSupervisionTest, GpuTestsThatDidNotRunAreMissedWithoutThePluginToo) {
  RunRequest request = Request({"A.a"}, "");
  request.min_gpu_tests = 1;
  EXPECT_EQ(Run(request).exit_status, 1);
  request = Request({}, "");
  request.min_gpu_tests = 1;
  EXPECT_EQ(Run(request).exit_status, 1);
  // What the machine's owner promises to all holds for those that can tell.
  request = Request({"A.a"}, "");
  request.min_gpu_tests = 1;
  request.min_is_for_plugin = true;
  const RunOutcome outcome = Run(request);
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.notes.size(), 1U);
}

TEST_F(TestSupervisionTest, ThePromiseReachesTheTests) {
  RunRequest request = Request({"A.a"}, "A.a) [ \"$KERNODECK_EXPECT_GPUS\" = 2 ] && ok;;");
  request.promised_gpus = "2";
  EXPECT_EQ(Run(request).exit_status, 0);
}

TEST_F(TestSupervisionTest, WhatEndsTheRunStandsInTheReport) {
  RunOutcome outcome = Run(Request({"A.a", "A.b"}, "A.a) ok; kill -INT $PPID; sleep 60 & wait;;"));
  ASSERT_EQ(outcome.summary.problems.size(), 1U);
  EXPECT_EQ(outcome.summary.problems.front(), "interrupted by SIGINT; what was left is not run");
  EXPECT_NE(Report().find("interrupted by SIGINT"), std::string::npos) << Report();
  RunRequest request = Request({"A.a", "A.b"}, "A.a) ok; sleep 60 & wait;;");
  request.run_timeout = std::chrono::milliseconds(300);
  outcome = Run(request);
  EXPECT_EQ(outcome.exit_status, 10);
  EXPECT_NE(Report().find("the time limit of the whole run"), std::string::npos) << Report();
}

TEST_F(TestSupervisionTest, NoRepetitionIsNoTest) {
  RunRequest request = Request({"A.a"}, "");
  request.flags.repeat = 0;
  const RunOutcome outcome = Run(request);
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.selected, 0);
}

}  // namespace
}  // namespace kernodeck
