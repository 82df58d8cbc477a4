#ifndef KERNODECK_PLUGIN_RUN_PROCESS_TRACKER_H_
#define KERNODECK_PLUGIN_RUN_PROCESS_TRACKER_H_

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "plugin/core/event.h"
#include "plugin/core/test_event.h"
#include "plugin/diagnosis/bounded_output.h"
#include "plugin/run/line_splitter.h"
#include "plugin/run/marker_line.h"
#include "plugin/run/process_state.h"

namespace kernodeck {

// Follows one process of tests: by its messages where it has the plugin, else by what GoogleTest
// prints. Only tests of its plan count, and of end marks only that of the test that runs, so what a
// test prints itself passes for nothing else. Not thread-safe.
class ProcessTracker {
 public:
  using Clock = std::chrono::steady_clock;
  struct Hooks {
    std::function<void(const TestStart&)> on_start;
    std::function<void(const TestResult&)> on_result;
    std::function<void(const TestId&)> on_want_verdict;
  };

  // `plan` are places in `tests`, which outlives the tracker; each is to run once in each of
  // `iterations`, the first of which is number `repeat`; below 0: for ever.
  // `folder` is what files are named relative to.
  ProcessTracker(const std::vector<ListedTest>& tests, std::vector<TestIndex> plan, int repeat,
                 int iterations, std::filesystem::path folder, Hooks hooks);

  void TakeOutput(std::string_view bytes);
  void TakeErrors(std::string_view bytes);
  // Returns false once the channel makes no sense.
  [[nodiscard]] bool TakeEvent(const Event& event);

  // What is known once nothing comes any more.
  [[nodiscard]] ProcessState Finish();

  [[nodiscard]] bool Running() const { return state_.running.has_value(); }
  [[nodiscard]] bool HasPlugin() const { return plugin_; }

 private:
  void TakeLine(std::string_view line);
  void TakePlainMarker(const Marker& marker, std::string_view line);
  void TakeSuiteMarker(const Marker& marker);
  void TakeMessage(const TestMessage& message);
  void Say(std::string_view text);

  // The place of a test of the plan that may begin now.
  [[nodiscard]] std::optional<std::size_t> PlaceOf(const std::string& name);
  void Begin(std::size_t place, TestStart start);
  void End(TestResult result);
  void EndPlain(MarkerKind kind, std::string_view rest);
  [[nodiscard]] TestStart StartOf(TestIndex index) const;

  const std::vector<ListedTest>& tests_;
  std::vector<TestIndex> plan_;
  std::vector<bool> done_;
  std::size_t done_count_ = 0;
  std::unordered_map<std::string, std::size_t> places_;
  std::filesystem::path folder_;
  Hooks hooks_;
  LineSplitter output_;
  LineSplitter errors_;
  TestMessageReader reader_;
  ProcessState state_;
  std::size_t running_place_ = 0;  // of the last test that began
  bool any_ended_ = false;
  int iterations_left_;  // behind this one; below 0: without end
  BoundedOutput said_;
  bool plugin_ = false;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_RUN_PROCESS_TRACKER_H_
