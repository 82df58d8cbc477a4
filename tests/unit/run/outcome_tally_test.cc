// Covers G5 and G9: the exit status of a run, for each kind of red.
#include "plugin/run/outcome_tally.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

TestResult Result(TestStatus status) {
  TestResult result;
  result.start.id = {"A", "a"};
  result.status = status;
  result.text = "long";
  return result;
}

TestResult Failed(Code code, Stage stage = Stage::kApplication) {
  TestResult result = Result(TestStatus::kFailed);
  result.charge = FailureCharge{code, {}, stage, Owner::kCode};
  return result;
}

const std::optional<Verdict> kNone;

TEST(OutcomeTallyTest, GreenIsZero) {
  OutcomeTally tally;
  EXPECT_EQ(tally.ExitStatus(kNone), 0);
  for (const TestStatus status : {TestStatus::kPassed, TestStatus::kSkipped, TestStatus::kNotRun}) {
    tally.Add(Result(status), false);
  }
  EXPECT_EQ(tally.ExitStatus(kNone), 0);
  EXPECT_EQ(tally.Done(), 3);
  EXPECT_EQ(tally.Counts().skipped, 1);
}

TEST(OutcomeTallyTest, AnOrdinaryFailureIsOne) {
  OutcomeTally tally;
  tally.Add(Failed(Code::kTimeout), true);
  tally.Add(Failed(Code::kCheckFailed), false);
  EXPECT_EQ(tally.ExitStatus(kNone), 1);
}

TEST(OutcomeTallyTest, WhereTestsOnlyHungOrCrashedItIsTheFirstOnesStatus) {
  OutcomeTally tally;
  tally.Add(Failed(Code::kTimeout), true);
  tally.Add(Failed(Code::kWorkerFailed), true);
  EXPECT_EQ(tally.ExitStatus(kNone), 10);
}

TEST(OutcomeTallyTest, AFailedReadinessHasItsCodesStatus) {
  const Verdict broken = MakeVerdict(Code::kGpuUnavailable, {}, Stage::kDevice);
  OutcomeTally tally;
  tally.Add(Failed(Code::kCheckFailed), false);
  EXPECT_EQ(tally.ExitStatus(broken), 1);  // nobody failed for it, as under the policy `skip`
  tally.Add(Failed(Code::kGpuUnavailable, Stage::kDevice), false);
  EXPECT_EQ(tally.ExitStatus(broken), 6);
}

TEST(OutcomeTallyTest, AReportThatIsNotSavedCountsWhereAllElseIsWell) {
  OutcomeTally tally;
  tally.AddProblem("not saved", Code::kOutputWriteFailed);
  EXPECT_EQ(tally.ExitStatus(kNone), 12);
  tally.Add(Failed(Code::kWorkerFailed), true);
  EXPECT_EQ(tally.ExitStatus(kNone), 11);
  OutcomeTally other;
  other.AddProblem("too few GPU tests", std::nullopt);
  EXPECT_EQ(other.ExitStatus(kNone), 1);
}

TEST(OutcomeTallyTest, GpuTestsCountWhereTheirBodyWasReached) {
  OutcomeTally tally;
  TestResult result = Result(TestStatus::kPassed);
  result.gpu = true;
  tally.Add(result, false);
  result.status = TestStatus::kSkipped;
  tally.Add(result, false);
  result = Failed(Code::kGpuUnavailable, Stage::kDevice);
  result.gpu = true;
  tally.Add(result, false);
  result = Failed(Code::kRuntimeError);
  result.gpu = true;
  tally.Add(result, false);
  EXPECT_EQ(tally.Counts().gpu_ran, 2);
}

TEST(OutcomeTallyTest, KeepsTheFirstFailuresWithoutTheirText) {
  OutcomeTally tally;
  for (int i = 0; i < 100; ++i) tally.Add(Failed(Code::kCheckFailed), false);
  EXPECT_EQ(tally.Shown().size(), OutcomeTally::kMaxShown);
  EXPECT_EQ(tally.Shown().front().text, "");
}

}  // namespace
}  // namespace kernodeck
