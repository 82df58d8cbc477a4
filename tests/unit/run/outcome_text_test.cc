// Covers G3, G9, G16 and G17: what a person reads at the end of a run.
#include "plugin/run/outcome_text.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

bool Has(const RunOutcome& outcome, const std::string& text) {
  return OutcomeText(outcome).find(text) != std::string::npos;
}

TEST(OutcomeTextTest, CountsAndFailures) {
  RunOutcome outcome;
  outcome.selected = 9;
  outcome.disabled = 2;
  outcome.summary.passed = 3;
  outcome.summary.failed = 25;
  outcome.summary.skipped = 1;
  outcome.with_plugin = true;
  outcome.summary.gpu_ran = 4;
  outcome.summary.total = std::chrono::milliseconds(1500);
  outcome.exit_status = 1;
  TestResult failed;
  failed.start.id = {"A", "b"};
  failed.message = "TIMEOUT: hung.";
  outcome.failed = {failed};
  EXPECT_EQ(OutcomeText(outcome),
            "\nkernodeck run: 29 results in 1.5 s: 3 passed, 25 failed, 1 skipped, 0 not run; GPU "
            "tests that ran: 4; disabled: 2\n"
            "  failed: A.b: TIMEOUT: hung.\n  and 24 more\n"
            "kernodeck run: exit status 1\n");
}

TEST(OutcomeTextTest, SaysWhetherTheMachineIsWell) {
  RunOutcome outcome;
  outcome.summary.after_check = MakeVerdict(Code::kGpuCheckPassed, {}, Stage::kComplete);
  EXPECT_TRUE(Has(outcome, "GPU_CHECK_PASSED: the machine is fine"));
  EXPECT_TRUE(Has(outcome, "owner code"));
  outcome.summary.after_check = MakeVerdict(Code::kRuntimeError, {}, Stage::kAllocation);
  EXPECT_TRUE(Has(outcome, "The machine broke during the run (owner machine)."));
}

TEST(OutcomeTextTest, SaysWhatElseThereIs) {
  RunOutcome outcome;
  EXPECT_TRUE(Has(outcome, "no test was selected"));
  outcome.summary.problems = {"0 GPU tests ran"};
  outcome.notes = {"GTEST_OUTPUT is not used"};
  EXPECT_TRUE(Has(outcome, "  problem: 0 GPU tests ran\n"));
  EXPECT_TRUE(Has(outcome, "  note: GTEST_OUTPUT is not used\n"));
}

}  // namespace
}  // namespace kernodeck
