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
  EXPECT_EQ(tally.whole().gpu_ran, 3);
  EXPECT_EQ(tally.gpu_passed(), 1);
  EXPECT_EQ(tally.gpu_failed().size(), 1U);
  EXPECT_EQ(tally.failed_before(),
            (std::map<std::string, int>{{"GPU_UNAVAILABLE", 1}, {"OUT_OF_MEMORY", 1}}));
  EXPECT_EQ(tally.skipped(), (std::map<std::string, int>{{"GPU_UNAVAILABLE", 1}}));
  EXPECT_EQ(
      tally.not_run(),
      (std::map<std::pair<std::string, std::string>, int>{{{"GPU_UNAVAILABLE", "A.First"}, 1}}));
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
