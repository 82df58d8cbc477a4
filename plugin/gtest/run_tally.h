#ifndef KERNODECK_PLUGIN_GTEST_RUN_TALLY_H_
#define KERNODECK_PLUGIN_GTEST_RUN_TALLY_H_

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "plugin/core/test_result.h"
#include "plugin/gtest/session.h"

namespace kernodeck {

// Counts what became of the tests of a run, all iterations of it. Not thread-safe.
class RunTally {
 public:
  struct Counts {
    int passed = 0;
    int failed = 0;
    int skipped = 0;
    int not_run = 0;
    int gpu_ran = 0;  // GPU tests that ran: passed, or failed behind their requirement
  };

  void StartIteration();
  void Add(const TestResult& result, const TestFacts& facts);
  // The result of a test that was added turned into another one: something failed at its end.
  void Amend(const TestResult& before, const TestResult& after, const TestFacts& facts);
  void AddProblem(std::string problem) { problems_.push_back(std::move(problem)); }

  [[nodiscard]] const Counts& whole() const { return whole_; }
  [[nodiscard]] const Counts& iteration() const { return iteration_; }
  // The fewest GPU tests that ran in an iteration that has ended or is under way.
  [[nodiscard]] int least_gpu_ran() const { return std::min(least_gpu_ran_, iteration_.gpu_ran); }

  // GPU tests: those that ran and passed, and those that ran and failed; of these, by name, those
  // of which it is open whether the machine is to blame.
  [[nodiscard]] int gpu_passed() const { return gpu_passed_; }
  [[nodiscard]] int gpu_failed() const { return gpu_failed_; }
  [[nodiscard]] const std::vector<TestId>& gpu_suspects() const { return gpu_suspects_; }
  // Those that failed before their body, and those that were skipped, by code.
  [[nodiscard]] const std::map<std::string, int>& failed_before() const { return failed_before_; }
  [[nodiscard]] const std::map<std::string, int>& skipped() const { return skipped_; }
  // Those that were not run, by the code and the test that was charged with it.
  [[nodiscard]] const std::map<std::pair<std::string, std::string>, int>& not_run() const {
    return not_run_;
  }
  // What makes the run red beside its tests.
  [[nodiscard]] const std::vector<std::string>& problems() const { return problems_; }

 private:
  // `step` is 1, or -1 to take it back.
  void Change(const TestResult& result, const TestFacts& facts, int step);
  void ChangeGpuTest(const TestResult& result, const TestFacts& facts, int step);

  Counts whole_;
  Counts iteration_;
  bool iterating_ = false;
  int least_gpu_ran_ = std::numeric_limits<int>::max();
  int gpu_passed_ = 0;
  int gpu_failed_ = 0;
  std::vector<TestId> gpu_suspects_;
  std::map<std::string, int> failed_before_;
  std::map<std::string, int> skipped_;
  std::map<std::pair<std::string, std::string>, int> not_run_;
  std::vector<std::string> problems_;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_GTEST_RUN_TALLY_H_
