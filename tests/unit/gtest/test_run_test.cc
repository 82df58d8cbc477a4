// Covers G4, G6, G8, G12, G14 and G17: what a run makes of what GoogleTest tells: results of tests,
// set-ups that fail or skip, runs in which nothing ran, and the check at the end.
#include "plugin/gtest/test_run.h"

#include <gtest/gtest.h>

#include "tests/unit/gtest/standin_reports.h"
#include "tests/unit/gtest/standin_session.h"

namespace kernodeck {
namespace {

using Outcome = Answer::Outcome;

TestStart Start(const std::string& suite, const std::string& name) {
  return {{suite, name}, "a.cc", 1, 1, {}};
}

RecordedPart Part(bool failed, const std::string& message) { return {failed, "a.cc", 3, message}; }

struct TestRunTest : testing::Test {
  TestRun& run() {
    if (made) return *made;
    made = std::make_unique<TestRun>(machine.session(), reports, nullptr);
    machine.session().ListenerAttached();
    EXPECT_TRUE(reports.Open({{TestReportFormat::kJson, "r"}}, {}));
    made->StartRun(whole);
    made->StartIteration(1);
    return *made;
  }
  // A test whose body fails or not; its answer before the body.
  Answer Test(const std::string& suite, const std::string& name, const std::string& failure = "",
              bool gpu = false) {
    Answer answer = run().StartTest(Start(suite, name));
    bool failed = answer.outcome == Outcome::kFailed;
    if (!answer.met()) run().AddPart(Part(failed, answer.text), failed, std::nullopt);
    if (answer.met() && gpu) {
      answer = machine.session().RequireGpu({suite, name}, {});
      failed = answer.outcome == Outcome::kFailed;
      if (!answer.met()) run().AddPart(Part(failed, answer.text), failed, std::nullopt);
    }
    if (answer.met() && !failure.empty()) {
      failed = true;
      run().AddPart(Part(true, failure), false, std::nullopt);
    }
    (void)run().LookAtDevices();
    EXPECT_FALSE(run().EndTest(failed, !failed && !answer.met(), {}));
    return answer;
  }
  void End(bool failed, const std::vector<TestStart>& untouched = {}) {
    run().EndIteration(failed, untouched);
    run().EndRun();
  }
  [[nodiscard]] const TestResult& Result(std::size_t index) const { return log.results.at(index); }
  [[nodiscard]] int ExitStatus() { return ExitStatusOf(run().tally(), run().Ending()); }

  StandinMachine machine;
  ReportLog log;
  RunReports reports{log.Opener()};
  std::unique_ptr<TestRun> made;
  bool whole = true;
};

TEST_F(TestRunTest, WritesEachTestAsItEnds) {
  run().StartSuite("A");
  Test("A", "Good");
  Test("A", "Bad", "Value of: x");
  run().EndSuite();
  End(true);
  EXPECT_EQ(log.lines,
            (std::vector<std::string>{"open r", "r start A.Good", "r end A.Good passed",
                                      "r start A.Bad", "r end A.Bad failed", "r close"}));
  EXPECT_EQ(Result(1).message, "CHECK_FAILED: Value of: x");
  ASSERT_EQ(log.summaries.size(), 1U);
  EXPECT_EQ(log.summaries[0].passed, 1);
  EXPECT_EQ(log.summaries[0].failed, 1);
  EXPECT_EQ(log.summaries[0].exit_status, 1);
}

TEST_F(TestRunTest, ASickMachineIsOneRedTest) {
  machine.verdicts.gpu = NoDriver();
  run().StartSuite("A");
  for (const char* const name : {"One", "Two", "Three"}) Test("A", name, "", true);
  End(true);
  EXPECT_EQ(log.summaries[0].failed, 1);
  EXPECT_EQ(log.summaries[0].not_run, 2);
  EXPECT_EQ(log.summaries[0].exit_status, 6);
  EXPECT_EQ(Result(0).charge->owner, Owner::kMachine);
  EXPECT_EQ(Result(2).status, TestStatus::kNotRun);
  EXPECT_EQ(machine.verdicts.asked.size(), 1U) << "no check again where none passed";
}

TEST_F(TestRunTest, AFailedSetUpTestSuiteIsItsFirstTests) {
  run().StartSuite("A");
  run().AddPart(Part(true, "no table"), false, std::nullopt);
  EXPECT_EQ(Test("A", "One").outcome, Outcome::kFailed);
  EXPECT_EQ(Test("A", "Two").outcome, Outcome::kNotRun);
  run().EndSuite();
  run().StartSuite("B");
  EXPECT_TRUE(Test("B", "Three").met());
  EXPECT_EQ(Result(0).message, "CHECK_FAILED: SetUpTestSuite of A failed: no table");
  EXPECT_EQ(Result(1).message, "CHECK_FAILED: not run: CHECK_FAILED, see A.One");
}

TEST_F(TestRunTest, ASkippedSetUpTestSuiteKeepsItsReason) {
  run().StartSuite("A");
  run().AddPart(Part(false, "not on Mondays"), false, std::nullopt);
  EXPECT_EQ(Test("A", "One").outcome, Outcome::kSkipped);
  EXPECT_EQ(Test("A", "Two").outcome, Outcome::kSkipped);
  EXPECT_EQ(Result(1).status, TestStatus::kSkipped);
  EXPECT_EQ(Result(1).message, "SetUpTestSuite of A skipped: not on Mondays");
  End(false);
  EXPECT_EQ(ExitStatus(), 0);
}

TEST_F(TestRunTest, AFailureWinsOverASkipInASetUp) {
  run().StartSuite("A");
  run().AddPart(Part(false, "skipped"), false, std::nullopt);
  run().AddPart(Part(true, "failed"), false, std::nullopt);
  EXPECT_EQ(Test("A", "One").outcome, Outcome::kFailed);
}

TEST_F(TestRunTest, WhatAnotherListenerRecordsBeforeATestIsTheTests) {
  run().StartSuite("A");
  run().AddPart(Part(false, "quarantined"), false, std::nullopt);
  EXPECT_TRUE(run().StartTest(Start("A", "One"), 1).met());
  (void)run().EndTest(false, true, {});
  run().CloseTest(1, false, true);
  run().AddPart(Part(true, "too early"), false, std::nullopt);
  EXPECT_TRUE(run().StartTest(Start("A", "Two"), 1).met());
  (void)run().EndTest(true, false, {});
  run().CloseTest(1, true, false);
  EXPECT_TRUE(Test("A", "Three").met());
  run().EndSuite();
  End(true);
  EXPECT_EQ(Result(0).message, "quarantined");
  EXPECT_EQ(Result(1).message, "CHECK_FAILED: too early");
  EXPECT_EQ(Result(2).status, TestStatus::kPassed);
  EXPECT_TRUE(log.summaries[0].problems.empty());
}

TEST_F(TestRunTest, AFailedSetUpIsToldFromWhatIsRecordedBeforeATest) {
  run().StartSuite("A");
  run().AddPart(Part(true, "no table"), true, std::nullopt);
  run().AddPart(Part(false, "quarantined"), false, std::nullopt);
  EXPECT_EQ(run().StartTest(Start("A", "One"), 1).text,
            "CHECK_FAILED: SetUpTestSuite of A failed: no table");
}

TEST_F(TestRunTest, WhatAnotherListenerRecordsBehindATestChangesItsResult) {
  run().StartSuite("A");
  Test("A", "One");
  run().AddPart(Part(true, "3 bytes leaked"), false, std::nullopt);
  run().AddPart(Part(true, "still open"), false, std::nullopt);
  run().CloseTest(1, true, false);
  run().EndSuite();
  End(true);
  ASSERT_EQ(log.results.size(), 2U);
  EXPECT_EQ(Result(0).status, TestStatus::kPassed) << "what was known then is in the file";
  EXPECT_EQ(Result(1).status, TestStatus::kFailed);
  EXPECT_EQ(Result(1).message, "CHECK_FAILED: 3 bytes leaked");
  EXPECT_EQ(log.summaries[0].failed, 1);
  EXPECT_EQ(log.summaries[0].passed, 0);
  EXPECT_EQ(log.summaries[0].problems,
            std::vector<std::string>{"TearDownTestSuite of A failed: still open"});
}

TEST_F(TestRunTest, ATestThatIsCheckedByAnAssertionIsChargedWithTheVerdict) {
  machine.verdicts.gpu = NoDriver();
  run().StartSuite("A");
  (void)run().StartTest(Start("A", "One"));
  const Answer answer = machine.session().RequireGpu({"A", "One"}, {}, Asking::kOnly);
  run().AddPart(Part(true, "Value of: GpuReady()\n  Actual: false (" + answer.text + ")"), true,
                std::nullopt);
  (void)run().EndTest(true, false, {});
  EXPECT_EQ(Result(0).charge->code, Code::kGpuUnavailable);
  EXPECT_EQ(Test("A", "Two", "", true).outcome, Outcome::kNotRun);
}

TEST_F(TestRunTest, AMachineThatIsNotReadyIsAProblemWhereNoTestFails) {
  machine.verdicts.gpu = NoDriver();
  run().StartSuite("A");
  (void)run().StartTest(Start("A", "One"));
  (void)machine.session().RequireGpu({"A", "One"}, {}, Asking::kOnly);
  (void)run().EndTest(false, false, {});
  End(false);
  ASSERT_EQ(log.summaries[0].problems.size(), 1U);
  EXPECT_EQ(log.summaries[0].problems[0].find("GPU_UNAVAILABLE: "), 0U);
  EXPECT_EQ(ExitStatus(), 6);
}

TEST_F(TestRunTest, TooFewGpuTestsAreAProblem) {
  machine.settings.min_gpu_tests = 2;
  run().StartSuite("A");
  Test("A", "One", "", true);
  EXPECT_EQ(run().Problems(),
            std::vector<std::string>{"at least 2 GPU tests had to run, and 1 did"});
}

TEST_F(TestRunTest, AFailedTearDownTestSuiteIsAProblem) {
  run().StartSuite("A");
  Test("A", "One");
  run().AddPart(Part(true, "still open\nmore"), false, std::nullopt);
  run().EndSuite();
  End(true);
  EXPECT_EQ(log.summaries[0].problems,
            std::vector<std::string>{"TearDownTestSuite of A failed: still open more"});
  EXPECT_EQ(ExitStatus(), 1);
}

TEST_F(TestRunTest, AnEnvironmentThatFailsStopsAllAndTheFirstSaysWhy) {
  run().AddPart(Part(true, "no server"), true, std::nullopt);
  run().StartSuite("A");
  EXPECT_EQ(Test("A", "One").outcome, Outcome::kFailed);
  run().EndSuite();
  run().StartSuite("B");
  EXPECT_EQ(Test("B", "Two").outcome, Outcome::kNotRun);
  EXPECT_EQ(Result(0).message, "CHECK_FAILED: an environment's SetUp failed: no server");
}

TEST_F(TestRunTest, AnEnvironmentThatFailsButGoesOnIsAProblem) {
  run().AddPart(Part(true, "odd"), false, std::nullopt);
  run().StartSuite("A");
  EXPECT_TRUE(Test("A", "One").met());
  run().EndSuite();
  run().AddPart(Part(true, "still there"), false, std::nullopt);
  End(true);
  EXPECT_EQ(log.summaries[0].problems,
            (std::vector<std::string>{"an environment's SetUp failed: odd",
                                      "an environment's TearDown failed: still there"}));
}

TEST_F(TestRunTest, ARunInWhichNothingRanIsRed) {
  run().AddPart(Part(false, "no license"), false, std::nullopt);
  End(false, {Start("A", "One"), Start("A", "Two")});
  EXPECT_EQ(Result(0).status, TestStatus::kNotRun);
  EXPECT_EQ(Result(0).message, "not run: an environment's SetUp ended the run: no license");
  EXPECT_EQ(log.summaries[0].not_run, 2);
  EXPECT_EQ(log.summaries[0].problems,
            std::vector<std::string>{"2 tests were selected and none ran: an environment's SetUp "
                                     "ended the run: no license"});
  EXPECT_EQ(ExitStatus(), 1);
}

TEST_F(TestRunTest, UnlessTheSkipWasAskedFor) {
  machine.settings.policy = Policy::kSkip;
  machine.verdicts.gpu = NoDriver();
  (void)run();
  const Answer answer = machine.session().RequireGpu({}, {});
  EXPECT_EQ(answer.outcome, Outcome::kSkipped);
  run().AddPart(Part(false, answer.text), false, std::nullopt);
  End(false, {Start("A", "One")});
  EXPECT_EQ(Result(0).status, TestStatus::kSkipped);
  EXPECT_EQ(Result(0).charge->code, Code::kGpuUnavailable);
  EXPECT_EQ(ExitStatus(), 0);
}

TEST_F(TestRunTest, ChecksAgainAfterAFailedGpuTest) {
  machine.verdicts.again = PassOnGpu();
  run().StartSuite("A");
  Test("A", "One", "wrong", true);
  End(true);
  EXPECT_EQ(machine.verdicts.asked, (std::vector<std::string>{"gpu A.One", "again"}));
  ASSERT_TRUE(log.summaries[0].after_check.has_value());
  EXPECT_EQ(log.summaries[0].after_check->code, Code::kGpuCheckPassed);
}

TEST_F(TestRunTest, ChecksNothingAgainAfterOtherFailuresOrWhereThatIsOff) {
  run().StartSuite("A");
  Test("A", "One", "wrong");
  Test("A", "Two", "", true);
  End(true);
  EXPECT_EQ(machine.verdicts.asked, std::vector<std::string>{"gpu A.Two"});
}

TEST_F(TestRunTest, ChecksNothingAgainWhereThatIsOff) {
  machine.settings.after_check = false;
  run().StartSuite("A");
  Test("A", "One", "wrong", true);
  End(true);
  EXPECT_EQ(machine.verdicts.asked.size(), 1U);
}

TEST_F(TestRunTest, WantsAGpuTestUnderAPromiseWhereAllTestsAreSelected) {
  machine.settings.expect_gpus = 1;
  EXPECT_EQ(run().wanted_gpu_tests(), 1);
}

TEST_F(TestRunTest, WantsNoneWhereAFilterOrAShardLeavesTestsOut) {
  machine.settings.expect_gpus = 1;
  whole = false;
  EXPECT_EQ(run().wanted_gpu_tests(), 0);
}

TEST_F(TestRunTest, WantsWhatIsAskedForInAnyCase) {
  machine.settings.min_gpu_tests = 3;
  whole = false;
  EXPECT_EQ(run().wanted_gpu_tests(), 3);
}

TEST_F(TestRunTest, AReportThatCannotBeWrittenMakesTheRunRed) {
  log.fail_at_end = true;
  run().StartSuite("A");
  Test("A", "One");
  End(false);
  EXPECT_EQ(ExitStatus(), 12);
}

}  // namespace
}  // namespace kernodeck
