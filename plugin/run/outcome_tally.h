#ifndef KERNODECK_PLUGIN_RUN_OUTCOME_TALLY_H_
#define KERNODECK_PLUGIN_RUN_OUTCOME_TALLY_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "plugin/core/test_result.h"

namespace kernodeck {

// Counts the results of a run and decides on its exit status. Not thread-safe.
class OutcomeTally {
 public:
  // How many of the failed tests are kept for the summary.
  static constexpr std::size_t kMaxShown = 20;

  // `ends_process`: the test's process ended in it or for it, by itself or at a limit.
  void Add(const TestResult& result, bool ends_process);

  // A fault that is no test's; makes the run red with the exit status of `code`, or 1.
  void AddProblem(std::string sentence, std::optional<Code> code);

  // The exit status but for an interrupt: that of `readiness` where it failed and made tests fail,
  // 1 where tests failed, the first crash's or hang's where there was nothing else, 12 where only a
  // report was not written, 0 where all is well.
  [[nodiscard]] int ExitStatus(const std::optional<Verdict>& readiness) const;

  [[nodiscard]] int Done() const {
    return summary_.passed + summary_.failed + summary_.skipped + summary_.not_run;
  }
  [[nodiscard]] const TestRunSummary& Counts() const { return summary_; }
  // The first failed tests, their text and properties left out.
  [[nodiscard]] const std::vector<TestResult>& Shown() const { return shown_; }

 private:
  TestRunSummary summary_;
  std::vector<TestResult> shown_;
  std::vector<FailureCharge> ahead_of_tests_;  // of failed tests whose stage lies before their own
  int ordinary_ = 0;
  std::optional<Code> first_process_code_;
  std::optional<int> first_problem_status_;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_RUN_OUTCOME_TALLY_H_
