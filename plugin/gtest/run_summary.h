#ifndef KERNODECK_PLUGIN_GTEST_RUN_SUMMARY_H_
#define KERNODECK_PLUGIN_GTEST_RUN_SUMMARY_H_

#include <optional>
#include <string>
#include <vector>

#include "kernodeck/policy.h"
#include "kernodeck/verdict.h"
#include "plugin/gtest/run_tally.h"
#include "plugin/report/new_file.h"

namespace kernodeck {

// How a run ended.
struct RunEnding {
  Policy policy = Policy::kRequire;
  bool tests_failed = false;                // as GoogleTest has it
  std::optional<Verdict> failed_readiness;  // that no policy makes skips of
  std::optional<Verdict> readiness;         // whatever it was
  std::optional<Verdict> after_check;
  int wanted_gpu_tests = 0;  // fewer that ran make the run red
  bool whole = false;        // neither a filter nor a shard left tests out
  std::optional<NewFileResult> report_problem;
};

// Whether enough GPU tests ran.
[[nodiscard]] bool EnoughGpuTests(const RunTally& tally, int wanted);

// Whether the machine is ready, GPU tests were selected, and each skipped itself: under `require`
// such a run is not green (cause `required_but_skipped`).
[[nodiscard]] bool RequiredButSkipped(const RunTally& tally, const RunEnding& ending);

// The exit status of the run: the code's own where the machine was not ready; else 1 where a test
// failed, too few ran or anything else is wrong; else 12 where a report was not written.
[[nodiscard]] int ExitStatusOf(const RunTally& tally, const RunEnding& ending);

// What makes the run, or an iteration of it with these counts, red beside its tests.
[[nodiscard]] std::vector<std::string> ProblemsOf(const RunTally& tally,
                                                  const RunTally::Counts& counts,
                                                  const RunEnding& ending);

// The lines that end a run, for a terminal. None begins with `[`.
[[nodiscard]] std::string SummaryText(const RunTally& tally, const RunEnding& ending);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_GTEST_RUN_SUMMARY_H_
