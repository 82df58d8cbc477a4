#ifndef KERNODECK_PLUGIN_RUN_PROCESS_TRACKER_H_
#define KERNODECK_PLUGIN_RUN_PROCESS_TRACKER_H_

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "plugin/core/event.h"
#include "plugin/core/test_event.h"
#include "plugin/diagnosis/bounded_output.h"
#include "plugin/run/error_text.h"
#include "plugin/run/line_splitter.h"
#include "plugin/run/marker_line.h"
#include "plugin/run/process_state.h"
#include "plugin/run/written_results.h"

namespace kernodeck {

// Follows one process of tests: by its messages where it has the plugin, else by what GoogleTest
// prints. Only tests of its plan count, and of end marks only that of the test that runs, so what a
// test prints itself passes for nothing else. Where a test's end is not seen (it closed or captured
// the output) what follows is believed only if GoogleTest's own JSON has it. Not thread-safe.
class ProcessTracker {
 public:
  using Clock = std::chrono::steady_clock;
  struct Hooks {
    std::function<void(const TestStart&)> on_start;
    std::function<void(const TestResult&)> on_result;
    std::function<void(const TestId&)> on_want_verdict;
    // A fault outside of all tests, as the plugin tells it.
    std::function<void(const std::string&)> on_problem;
    // The test that ran has ended; its result follows once nothing can make it worse.
    std::function<void()> on_mark;
    // The JSON that GoogleTest wrote since this was last called.
    std::function<std::string()> take_written;
  };

  // `plan` are places in `tests`, which outlives the tracker; each is to run once in each of
  // `iterations`, the first of which is number `repeat`; below 0: for ever.
  // `folder` is what files are named relative to.
  ProcessTracker(const std::vector<ListedTest>& tests, std::vector<TestIndex> plan, int repeat,
                 int iterations, std::filesystem::path folder, Hooks hooks);

  void TakeOutput(std::string_view bytes);
  void TakeErrors(std::string_view bytes) { errors_.Take(bytes); }
  // Returns false once the channel makes no sense.
  [[nodiscard]] bool TakeEvent(const Event& event);

  // What is known once nothing comes any more. `well`: the process exited with 0.
  [[nodiscard]] ProcessState Finish(bool well = true);

  [[nodiscard]] bool Running() const { return state_.running.has_value(); }
  [[nodiscard]] bool HasPlugin() const { return plugin_; }

 private:
  // A result that a later mark can still make worse.
  struct Held {
    std::size_t place = 0;
    RunningTest test;
    TestResult result;
    std::string said;
  };
  // A test whose end was not seen (without a result), or one that seemed to run after it.
  struct Unsettled {
    std::size_t place = 0;
    RunningTest test;
    std::optional<TestResult> result;
    std::string said;
  };

  void TakeLine(std::string_view line);
  void TakeFrame(std::string_view line);
  void TakeRunMark(const Marker& marker, std::string_view line);
  void TakeEndMark(const Marker& marker, std::string_view line);
  void TakeSuiteMarker(const Marker& marker);
  void TakeMessage(const TestMessage& message);
  void TakeResult(const TestResult& result);
  void Say(std::string_view text);
  void SayAgain(const std::string& before);
  [[nodiscard]] std::string Reported(const std::string& said) const;

  // The place of a test of the plan that may begin now.
  [[nodiscard]] std::optional<std::size_t> PlaceOf(const std::string& name);
  void Begin(std::size_t place, TestStart start);
  void Settle(std::size_t place, const TestResult& result);
  void Tell(const TestResult& result);
  [[nodiscard]] TestStart StartOf(TestIndex index) const;

  void EndPlain(MarkerKind kind, std::string_view rest);
  void Hold(TestResult result);
  [[nodiscard]] bool MakesHeldWorse(const Marker& marker) const;
  void TakeBackHeld();
  void ReleaseHeld();
  void SetAside();
  [[nodiscard]] bool Resume(const Marker& marker);
  void NoteOutside();

  [[nodiscard]] bool AllSeen() const;
  void NextIteration();
  void SettleByWritten(const WrittenResults& results);
  void SettleAsSeen();
  void Drop(std::size_t from);
  void FinishPlain();

  const std::vector<ListedTest>& tests_;
  std::vector<TestIndex> plan_;
  std::vector<bool> done_;
  std::size_t done_count_ = 0;
  std::unordered_map<std::string, std::size_t> places_;
  std::filesystem::path folder_;
  Hooks hooks_;
  LineSplitter output_;
  TestMessageReader reader_;
  ProcessState state_;
  std::size_t running_place_ = 0;
  int iteration_ = 1;    // of this process
  int iterations_left_;  // behind this one; below 0: without end
  BoundedOutput said_;   // on standard output
  ErrorText errors_;
  std::optional<TestId> asked_early_;  // for a verdict, before it was known to run
  std::optional<Held> held_;
  std::vector<Unsettled> unsettled_;
  std::vector<bool> red_;
  bool said_ran_ = false;  // `[==========] 2 tests from 1 test suite ran.`
  bool plugin_ = false;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_RUN_PROCESS_TRACKER_H_
