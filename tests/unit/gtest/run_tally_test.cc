// Covers G12, G14 and G15: what counts as a GPU test that ran, and what became of the others.
#include "plugin/gtest/run_tally.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

TestResult Result(TestStatus status, std::optional<Code> code = std::nullopt) {
  TestResult result;
  result.start.id = {"A", "B"};
  result.status = status;
  if (code) result.charge = FailureCharge{*code, std::nullopt, Stage::kDevice, Owner::kMachine};
  return result;
}

TestFacts Facts(bool gpu, bool reached, Answer::Outcome outcome = Answer::Outcome::kMet) {
  TestFacts facts;
  facts.gpu = gpu;
  facts.reached = reached;
  facts.answer.outcome = outcome;
  if (outcome == Answer::Outcome::kNotRun) facts.answer.first = TestId{"A", "First"};
  return facts;
}

TEST(RunTally, CountsByStatus) {
  RunTally tally;
  tally.StartIteration();
  for (const TestStatus status : {TestStatus::kPassed, TestStatus::kFailed, TestStatus::kSkipped,
                                  TestStatus::kNotRun, TestStatus::kNotRun}) {
    tally.Add(Result(status), Facts(false, false));
  }
  EXPECT_EQ(tally.whole().passed, 1);
  EXPECT_EQ(tally.whole().failed, 1);
  EXPECT_EQ(tally.whole().skipped, 1);
  EXPECT_EQ(tally.whole().not_run, 2);
  EXPECT_EQ(tally.whole().gpu_ran, 0) << "none of them required a GPU";
}

TEST(RunTally, AGpuTestRanWhereItsRequirementWasMet) {
  RunTally tally;
  tally.StartIteration();
  tally.Add(Result(TestStatus::kPassed), Facts(true, true));
  tally.Add(Result(TestStatus::kFailed, Code::kCheckFailed), Facts(true, true));
  tally.Add(Result(TestStatus::kSkipped), Facts(true, true));
  tally.Add(Result(TestStatus::kFailed, Code::kGpuUnavailable),
            Facts(true, false, Answer::Outcome::kFailed));
  tally.Add(Result(TestStatus::kFailed, Code::kOutOfMemory),
            Facts(true, true, Answer::Outcome::kFailed));
  tally.Add(Result(TestStatus::kSkipped, Code::kGpuUnavailable),
            Facts(true, false, Answer::Outcome::kSkipped));
  tally.Add(Result(TestStatus::kNotRun, Code::kGpuUnavailable),
            Facts(true, false, Answer::Outcome::kNotRun));
  EXPECT_EQ(tally.whole().gpu_ran, 2) << "one skipped itself behind its requirement";
  EXPECT_EQ(tally.gpu_passed(), 1);
  EXPECT_EQ(tally.gpu_failed(), 1);
  EXPECT_EQ(tally.failed_before(),
            (std::map<std::string, int>{{"GPU_UNAVAILABLE", 1}, {"OUT_OF_MEMORY", 1}}));
  EXPECT_EQ(tally.skipped(), (std::map<std::string, int>{{"GPU_UNAVAILABLE", 1}, {"no code", 1}}));
  EXPECT_EQ(
      tally.not_run(),
      (std::map<std::pair<std::string, std::string>, int>{{{"GPU_UNAVAILABLE", "A.First"}, 1}}));
}

TEST(RunTally, AFailureWithAKnownOwnerIsNoSuspect) {
  RunTally tally;
  tally.StartIteration();
  for (const Owner owner : {Owner::kMachine, Owner::kSetup, Owner::kUnknown, Owner::kCode}) {
    TestResult result = Result(TestStatus::kFailed, Code::kRuntimeError);
    result.start.id.name = Name(owner);
    result.charge->owner = owner;
    tally.Add(result, Facts(true, true));
  }
  EXPECT_EQ(tally.gpu_failed(), 4);
  EXPECT_EQ(tally.gpu_suspects(), (std::vector<TestId>{{"A", "unknown"}, {"A", "code"}}));
}

TEST(RunTally, AResultThatChangesIsCountedOnce) {
  RunTally tally;
  tally.StartIteration();
  TestResult red = Result(TestStatus::kFailed, Code::kCheckFailed);
  red.charge->owner = Owner::kCode;
  for (const TestStatus status : {TestStatus::kPassed, TestStatus::kFailed}) {
    TestResult before = red;
    before.status = status;
    tally.Add(before, Facts(true, true));
    tally.Amend(before, red, Facts(true, true));
  }
  tally.Add(Result(TestStatus::kSkipped), Facts(true, true));
  tally.Amend(Result(TestStatus::kSkipped), red, Facts(true, true));
  const TestFacts not_run = Facts(true, false, Answer::Outcome::kNotRun);
  tally.Add(Result(TestStatus::kNotRun), not_run);
  tally.Amend(Result(TestStatus::kNotRun), red, not_run);
  EXPECT_EQ(tally.whole().failed, 4);
  EXPECT_EQ(tally.whole().passed + tally.whole().skipped + tally.whole().not_run, 0);
  EXPECT_EQ(tally.gpu_failed(), 3);
  EXPECT_EQ(tally.gpu_suspects().size(), 3U);
  EXPECT_TRUE(tally.skipped().empty());
  EXPECT_TRUE(tally.not_run().empty());
}

TEST(RunTally, TheWorstIterationCounts) {
  RunTally tally;
  for (const int count : {3, 1, 2}) {
    tally.StartIteration();
    for (int i = 0; i < count; ++i) tally.Add(Result(TestStatus::kPassed), Facts(true, true));
    EXPECT_EQ(tally.iteration().gpu_ran, count);
  }
  EXPECT_EQ(tally.least_gpu_ran(), 1);
  EXPECT_EQ(tally.whole().gpu_ran, 6);
}

}  // namespace
}  // namespace kernodeck
