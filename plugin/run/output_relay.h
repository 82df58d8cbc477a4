#ifndef KERNODECK_PLUGIN_RUN_OUTPUT_RELAY_H_
#define KERNODECK_PLUGIN_RUN_OUTPUT_RELAY_H_

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "plugin/run/line_splitter.h"

namespace kernodeck {

// How the output of one process goes on to ours.
struct RelayStyle {
  bool whole_tests = false;  // of processes that run side by side: not mixed within a test
  bool brief = false;        // as --gtest_brief: without the lines of what begins and passes
  bool own_filter = false;   // without GoogleTest's note of the filter, which is the run's own
};

// Passes one stream of a process on, at once or in wholes. Not thread-safe.
class OutputRelay {
 public:
  // What is more is passed on in the middle of a test.
  static constexpr std::size_t kMaxKept = std::size_t{1} << 20U;
  using Writer = std::function<void(std::string_view)>;

  OutputRelay(RelayStyle style, Writer write) : style_(style), write_(std::move(write)) {}

  // `in_test`: a test of the process was running after `bytes`.
  void Take(std::string_view bytes, bool in_test);
  // Nothing comes any more.
  void Finish();

 private:
  void TakeWithoutNote(std::string_view bytes);
  void Keep(std::string_view bytes);
  void TakeBrief(std::string_view line);

  RelayStyle style_;
  Writer write_;
  LineSplitter lines_;
  std::string line_start_;  // of what may become that note
  bool at_line_start_ = true;
  bool in_note_ = false;
  std::string kept_;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_RUN_OUTPUT_RELAY_H_
