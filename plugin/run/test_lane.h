#ifndef KERNODECK_PLUGIN_RUN_TEST_LANE_H_
#define KERNODECK_PLUGIN_RUN_TEST_LANE_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "plugin/diagnosis/process_pool.h"
#include "plugin/run/flag_file.h"
#include "plugin/run/output_relay.h"
#include "plugin/run/process_outcome.h"
#include "plugin/run/process_tracker.h"
#include "plugin/run/run_request.h"

namespace kernodeck {

// One of the jobs of a run: its part of the tests, in one process after another as crashes and
// hangs end them, all iterations of --gtest_repeat. Not thread-safe.
class TestLane {
 public:
  struct Hooks {
    std::function<void(const TestStart&)> on_start;
    // `ended`: the process that ended in it or for it, or null.
    std::function<void(const TestResult&, const EndedProcess* ended)> on_result;
    std::function<void(TestLane&, const TestId&)> on_want_verdict;
    std::function<void(ProcessPool::Stream, std::string_view)> write;
    std::function<void()> on_process_end;
    // A fault that is no test's.
    std::function<void(const std::string&)> on_problem;
    // The tests refused their settings: a usage error.
    std::function<void()> on_refused;
    // All that its end brings is done: another one runs, or the lane is over.
    std::function<void()> on_settled;
    // Whether another process may be started; why the tests are not run, if not.
    std::function<std::optional<TestResult>(const ListedTest&, int repeat)> refused;
  };

  // All references outlive it. `part` are places in `tests`; `whole`: all that the binary would run
  // by itself.
  TestLane(ProcessPool& pool, const RunRequest& request, const std::vector<ListedTest>& tests,
           std::vector<TestIndex> part, bool whole, RelayStyle style, Hooks hooks);

  // Starts the next process, or says of all tests that are left why they are not run.
  void Continue();
  // The time of the whole run is up.
  void Stop();
  // Sends `bytes` to the process, whose test goes on with its whole time.
  void Answer(std::string_view bytes);
  // The process waits for something that is not its own, so its time stands still.
  void HoldTime();

  [[nodiscard]] pid_t Process() const { return id_ ? pool_.Pid(*id_) : -1; }
  [[nodiscard]] const std::string& RunningTest() const { return running_; }
  [[nodiscard]] bool HadPlugin() const { return had_plugin_; }
  [[nodiscard]] bool HasProcess() const { return id_.has_value(); }
  // The iteration that it is in; INT_MAX once it is over.
  [[nodiscard]] int Iteration() const { return iteration_; }

 private:
  void Start();
  [[nodiscard]] ProcessTracker::Hooks TrackerHooks();
  [[nodiscard]] WorkerCommand Command() const;
  [[nodiscard]] std::string Flags(int iterations) const;
  [[nodiscard]] ProcessPool::Hooks PoolHooks();
  void RestartTime();
  void OnEnd(const ProcessEnd& end);
  void TakeNext(const ProcessState& state, std::vector<TestIndex> left);

  ProcessPool& pool_;
  const RunRequest& request_;
  const std::vector<ListedTest>& tests_;
  std::vector<TestIndex> part_;
  bool whole_;
  Hooks hooks_;
  OutputRelay out_;
  OutputRelay err_;
  std::vector<TestIndex> left_;  // of the iteration that the next process begins with
  int repeat_ = 1;
  bool any_began_ = false;  // a test of that iteration, in any process
  int iteration_ = 1;
  std::optional<ProcessPool::Id> id_;
  std::unique_ptr<ProcessTracker> tracker_;
  std::unique_ptr<PrivateFile> flag_file_;
  std::unique_ptr<PrivateFile> written_;  // GoogleTest's JSON, where there is no plugin
  std::string running_;
  Limit limit_ = Limit::kTest;
  bool had_plugin_ = false;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_RUN_TEST_LANE_H_
