#include "plugin/gtest/run_summary.h"

#include <string_view>

#include "plugin/core/after_check.h"

namespace kernodeck {
namespace {

std::string Tests(int count) {
  return std::to_string(count) + (count == 1 ? " GPU test" : " GPU tests");
}

void AddLine(std::string_view line, std::string& text) {
  text.append("kernodeck: ").append(line).append("\n");
}

void AddGpuTests(const RunTally& tally, std::string& text) {
  const int ran = tally.whole().gpu_ran;
  std::string line = Tests(ran) + " ran";
  if (ran > 0) {
    line += ": " + std::to_string(tally.gpu_passed()) + " passed, " +
            std::to_string(tally.gpu_failed()) + " failed";
  }
  AddLine(line + ".", text);
  for (const auto& [code, count] : tally.failed_before()) {
    AddLine(Tests(count) + " failed before the body: " + code + ".", text);
  }
  for (const auto& [code, count] : tally.skipped()) {
    AddLine(Tests(count) + " skipped: " + code + ".", text);
  }
  for (const auto& [fault, count] : tally.not_run()) {
    AddLine(std::to_string(count) + (count == 1 ? " test" : " tests") + " not run: " + fault.first +
                ", see " + fault.second + ".",
            text);
  }
}

bool NoneSelected(const RunTally& tally) {
  return tally.whole().gpu_ran == 0 && tally.failed_before().empty() && tally.skipped().empty() &&
         tally.not_run().empty();
}

std::string SkippedText() {
  const CauseInfo& cause = Info(Cause::kRequiredButSkipped);
  return std::string(Info(cause.code).name) + ": " + std::string(cause.sentence);
}

std::string Failures(const RunTally& tally) {
  const std::size_t count = tally.gpu_suspects().size();
  return count == 1 ? "the failure of " + FullName(tally.gpu_suspects().front()) + " is"
                    : "the failures of " + Tests(static_cast<int>(count)) + " are";
}

}  // namespace

bool EnoughGpuTests(const RunTally& tally, int wanted) { return tally.least_gpu_ran() >= wanted; }

bool RequiredButSkipped(const RunTally& tally, const RunEnding& ending) {
  const bool ready = ending.readiness && Passed(ending.readiness->code);
  return ending.whole && ready && ending.policy == Policy::kRequire && tally.whole().gpu_ran == 0 &&
         tally.failed_before().empty() && !tally.skipped().empty();
}

int ExitStatusOf(const RunTally& tally, const RunEnding& ending) {
  if (ending.failed_readiness) return ExitStatus(*ending.failed_readiness);
  if (!EnoughGpuTests(tally, ending.wanted_gpu_tests)) {
    const bool known = ending.readiness && !Passed(ending.readiness->code);
    return known ? ExitStatus(*ending.readiness) : kExitTestFailure;
  }
  const bool wrong = !tally.problems().empty() || RequiredButSkipped(tally, ending);
  if (ending.tests_failed || wrong) return kExitTestFailure;
  return ending.report_problem ? Info(Code::kOutputWriteFailed).exit_status : 0;
}

std::vector<std::string> ProblemsOf(const RunTally& tally, const RunTally::Counts& counts,
                                    const RunEnding& ending) {
  std::vector<std::string> problems = tally.problems();
  if (counts.gpu_ran < ending.wanted_gpu_tests) {
    problems.push_back("at least " + Tests(ending.wanted_gpu_tests) + " had to run, and " +
                       std::to_string(counts.gpu_ran) + " did");
  }
  if (RequiredButSkipped(tally, ending)) problems.push_back(SkippedText());
  if (ending.failed_readiness && counts.failed == 0) {
    problems.push_back(std::string(Info(ending.failed_readiness->code).name) + ": " +
                       ending.failed_readiness->message + " No test failed with it");
  }
  return problems;
}

std::string SummaryText(const RunTally& tally, const RunEnding& ending) {
  std::string text;
  if (NoneSelected(tally)) {
    AddLine("no GPU test was selected, so none ran.", text);
  } else {
    AddGpuTests(tally, text);
  }
  if (!EnoughGpuTests(tally, ending.wanted_gpu_tests)) {
    AddLine("at least " + Tests(ending.wanted_gpu_tests) + " had to run.", text);
  }
  if (RequiredButSkipped(tally, ending)) AddLine(SkippedText(), text);
  for (const std::string& problem : tally.problems()) AddLine(problem, text);
  if (ending.after_check) AddLine(AfterCheckText(*ending.after_check, Failures(tally)), text);
  if (ending.report_problem) {
    AddLine("OUTPUT_WRITE_FAILED: " + std::string(Info(*ending.report_problem->cause).sentence),
            text);
  }
  AddLine("policy " + std::string(Name(ending.policy)) + ", exit status " +
              std::to_string(ExitStatusOf(tally, ending)) + ".",
          text);
  return text;
}

}  // namespace kernodeck
