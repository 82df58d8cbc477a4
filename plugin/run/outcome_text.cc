#include "plugin/run/outcome_text.h"

#include <cstdio>
#include <string_view>

#include "plugin/core/after_check.h"
#include "plugin/core/test_result.h"
#include "plugin/report/plain_text.h"

namespace kernodeck {
namespace {

constexpr std::string_view kName = "kernodeck run: ";

std::string Counts(const RunOutcome& outcome) {
  const TestRunSummary& summary = outcome.summary;
  const int total = summary.passed + summary.failed + summary.skipped + summary.not_run;
  char text[160];
  std::snprintf(text, sizeof text,
                "%d results in %.1f s: %d passed, %d failed, %d skipped, %d not run", total,
                summary.total.count(), summary.passed, summary.failed, summary.skipped,
                summary.not_run);
  std::string line = text;
  if (outcome.with_plugin) line += "; GPU tests that ran: " + std::to_string(summary.gpu_ran);
  if (outcome.disabled > 0) line += "; disabled: " + std::to_string(outcome.disabled);
  return line;
}

}  // namespace

std::string OutcomeText(const RunOutcome& outcome) {
  std::string text = "\n" + std::string(kName) + Counts(outcome) + "\n";
  const auto add = [&text](const std::string& line) { text += "  " + line + "\n"; };
  if (outcome.selected == 0) add("no test was selected, so nothing ran");
  for (const TestResult& result : outcome.failed) {
    add("failed: " + OneLine(FullName(result.start.id) + ": " + result.message));
  }
  const int more = outcome.summary.failed - static_cast<int>(outcome.failed.size());
  if (more > 0) add("and " + std::to_string(more) + " more");
  if (outcome.summary.after_check) {
    add(AfterCheckText(*outcome.summary.after_check, "what failed on a GPU is"));
  }
  for (const std::string& problem : outcome.summary.problems) add("problem: " + problem);
  for (const std::string& note : outcome.notes) add("note: " + note);
  return text + std::string(kName) + "exit status " + std::to_string(outcome.exit_status) + "\n";
}

}  // namespace kernodeck
