// Covers G5, G12, G14, G16 and G17: the exit status of a run, and the lines that end it.
#include "plugin/gtest/run_summary.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

const Verdict kNoGpu = MakeVerdict(Code::kGpuUnavailable, Cause::kDriverMissing, Stage::kDevice);
const Verdict kGood = MakeVerdict(Code::kGpuCheckPassed, std::nullopt, Stage::kComplete);

struct RunSummaryTest : testing::Test {
  RunSummaryTest() { tally.StartIteration(); }

  void Add(TestStatus status, Answer::Outcome outcome, std::optional<Code> code = std::nullopt,
           Owner owner = Owner::kMachine) {
    TestResult result;
    result.start.id = {"A", "B"};
    result.status = status;
    if (code) result.charge = FailureCharge{*code, std::nullopt, Stage::kDevice, owner};
    TestFacts facts;
    facts.gpu = true;
    facts.reached = outcome == Answer::Outcome::kMet;
    facts.answer.outcome = outcome;
    if (outcome == Answer::Outcome::kNotRun) facts.answer.first = TestId{"A", "First"};
    tally.Add(result, facts);
  }
  [[nodiscard]] int Status() const { return ExitStatusOf(tally, ending); }
  [[nodiscard]] std::string Text() const { return SummaryText(tally, ending); }

  RunTally tally;
  RunEnding ending;
};

TEST_F(RunSummaryTest, AGoodRunExitsWithZero) {
  Add(TestStatus::kPassed, Answer::Outcome::kMet);
  ending.readiness = kGood;
  EXPECT_EQ(Status(), 0);
  EXPECT_EQ(Text(),
            "kernodeck: 1 GPU test ran: 1 passed, 0 failed.\n"
            "kernodeck: policy require, exit status 0.\n");
}

TEST_F(RunSummaryTest, AMachineThatIsNotReadyGivesItsCodesStatus) {
  Add(TestStatus::kFailed, Answer::Outcome::kFailed, Code::kGpuUnavailable);
  Add(TestStatus::kNotRun, Answer::Outcome::kNotRun, Code::kGpuUnavailable);
  Add(TestStatus::kNotRun, Answer::Outcome::kNotRun, Code::kGpuUnavailable);
  ending.tests_failed = true;
  ending.readiness = ending.failed_readiness = kNoGpu;
  EXPECT_EQ(Status(), 6);
  EXPECT_EQ(Text(),
            "kernodeck: 0 GPU tests ran.\n"
            "kernodeck: 1 GPU test failed before the body: GPU_UNAVAILABLE.\n"
            "kernodeck: 2 tests not run: GPU_UNAVAILABLE, see A.First.\n"
            "kernodeck: policy require, exit status 6.\n");
}

// G3: under `require` a run is not green without its GPU tests having run; fault 7.
TEST_F(RunSummaryTest, AWholeRunWhoseGpuTestsAllSkipThemselvesIsRed) {
  Add(TestStatus::kSkipped, Answer::Outcome::kMet);
  ending.readiness = kGood;
  EXPECT_EQ(Status(), 0) << "a filter may have chosen just this test";
  ending.whole = true;
  EXPECT_EQ(Status(), kExitTestFailure);
  const std::string sentence(Info(Cause::kRequiredButSkipped).sentence);
  EXPECT_NE(Text().find("kernodeck: CHECK_FAILED: " + sentence), std::string::npos) << Text();
  ASSERT_EQ(ProblemsOf(tally, tally.whole(), ending).size(), 1U);
  EXPECT_EQ(ProblemsOf(tally, tally.whole(), ending)[0], "CHECK_FAILED: " + sentence);
  ending.policy = Policy::kSkip;
  EXPECT_EQ(Status(), 0);
  ending.policy = Policy::kRequire;
  Add(TestStatus::kPassed, Answer::Outcome::kMet);
  EXPECT_EQ(Status(), 0);
}

TEST_F(RunSummaryTest, SkipsAreGreenAndCounted) {
  Add(TestStatus::kSkipped, Answer::Outcome::kSkipped, Code::kGpuUnavailable);
  ending.policy = Policy::kSkip;
  ending.readiness = kNoGpu;
  EXPECT_EQ(Status(), 0);
  EXPECT_EQ(Text(),
            "kernodeck: 0 GPU tests ran.\n"
            "kernodeck: 1 GPU test skipped: GPU_UNAVAILABLE.\n"
            "kernodeck: policy skip, exit status 0.\n");
}

TEST_F(RunSummaryTest, TooFewGpuTestsAreRedWithTheCodeWhereOneIsKnown) {
  Add(TestStatus::kSkipped, Answer::Outcome::kSkipped, Code::kGpuUnavailable);
  ending.policy = Policy::kSkip;
  ending.readiness = kNoGpu;
  ending.wanted_gpu_tests = 1;
  EXPECT_EQ(Status(), 6);
  EXPECT_NE(Text().find("kernodeck: at least 1 GPU test had to run.\n"), std::string::npos);
}

TEST_F(RunSummaryTest, WhatMakesTheRunRedBesideItsTestsIsAProblem) {
  Add(TestStatus::kPassed, Answer::Outcome::kMet);
  EXPECT_TRUE(ProblemsOf(tally, tally.whole(), ending).empty());
  tally.AddProblem("odd");
  ending.wanted_gpu_tests = 2;
  ending.failed_readiness = kNoGpu;
  EXPECT_EQ(
      ProblemsOf(tally, tally.whole(), ending),
      (std::vector<std::string>{"odd", "at least 2 GPU tests had to run, and 1 did",
                                "GPU_UNAVAILABLE: " + kNoGpu.message + " No test failed with it"}));
  Add(TestStatus::kFailed, Answer::Outcome::kFailed, Code::kGpuUnavailable);
  EXPECT_EQ(ProblemsOf(tally, tally.whole(), ending).size(), 2U) << "a test says so";
}

TEST_F(RunSummaryTest, TooFewGpuTestsAreRedWithoutACodeToo) {
  Add(TestStatus::kPassed, Answer::Outcome::kMet);
  ending.readiness = kGood;
  ending.wanted_gpu_tests = 2;
  EXPECT_EQ(Status(), 1);
  ending.wanted_gpu_tests = 1;
  EXPECT_EQ(Status(), 0);
}

TEST_F(RunSummaryTest, NoGpuTestIsSaidAndIsNoFailure) {
  EXPECT_EQ(Status(), 0);
  EXPECT_EQ(Text().find("kernodeck: no GPU test was selected, so none ran.\n"), 0U);
}

TEST_F(RunSummaryTest, OrdinaryFailuresAndProblemsExitWithOne) {
  ending.tests_failed = true;
  EXPECT_EQ(Status(), 1);
  ending.tests_failed = false;
  tally.AddProblem("3 tests were selected and none ran");
  EXPECT_EQ(Status(), 1);
  EXPECT_NE(Text().find("kernodeck: 3 tests were selected and none ran\n"), std::string::npos);
}

TEST_F(RunSummaryTest, AReportThatWasNotWrittenIsTheLastReason) {
  ending.report_problem = NewFileResult{Cause::kOutputIncomplete, 28};
  EXPECT_EQ(Status(), 12);
  EXPECT_NE(Text().find("kernodeck: OUTPUT_WRITE_FAILED: "), std::string::npos);
  ending.tests_failed = true;
  EXPECT_EQ(Status(), 1);
}

TEST_F(RunSummaryTest, TheAfterCheckSaysWhoseTheFailureIs) {
  Add(TestStatus::kFailed, Answer::Outcome::kMet, Code::kRuntimeError, Owner::kUnknown);
  ending.tests_failed = true;
  ending.after_check = kGood;
  EXPECT_NE(Text().find("after-check: GPU_CHECK_PASSED: the machine is fine, so the failure of A.B "
                        "is the code's (owner code)."),
            std::string::npos)
      << Text();
  Add(TestStatus::kFailed, Answer::Outcome::kMet, Code::kRuntimeError, Owner::kUnknown);
  EXPECT_NE(Text().find("so the failures of 2 GPU tests are the code's (owner code)."),
            std::string::npos);
  ending.after_check = MakeVerdict(Code::kRuntimeError, Cause::kEccUncorrectable, Stage::kProduct);
  EXPECT_NE(Text().find("The machine broke during the run (owner machine)."), std::string::npos);
  ending.after_check = MakeVerdict(Code::kGpuUnavailable, Cause::kDeviceBusy, Stage::kDevice);
  EXPECT_NE(Text().find("The machine could not be checked again"), std::string::npos);
  ending.after_check = MakeVerdict(Code::kTimeout, std::nullopt, Stage::kImport);
  EXPECT_NE(Text().find("The machine could not be checked again"), std::string::npos);
  EXPECT_EQ(Status(), 1);
}

TEST_F(RunSummaryTest, TheAfterCheckLeavesOutWhatHasAnOwner) {
  Add(TestStatus::kFailed, Answer::Outcome::kMet, Code::kRuntimeError, Owner::kMachine);
  Add(TestStatus::kFailed, Answer::Outcome::kMet, Code::kRuntimeError, Owner::kUnknown);
  ending.after_check = kGood;
  EXPECT_NE(Text().find("so the failure of A.B is the code's"), std::string::npos) << Text();
}

}  // namespace
}  // namespace kernodeck
