#ifndef KERNODECK_PLUGIN_RUN_TERMINAL_OUTPUT_H_
#define KERNODECK_PLUGIN_RUN_TERMINAL_OUTPUT_H_

#include <array>
#include <cstddef>
#include <string_view>

#include "plugin/diagnosis/process_pool.h"
#include "plugin/run/run_request.h"

namespace kernodeck {

// What the tests print and the line of progress, which may be on one terminal. Not thread-safe.
class TerminalOutput {
 public:
  // Both outlive it.
  TerminalOutput(ProcessPool& pool, const RunRequest& request) : pool_(pool), request_(request) {}

  void Write(ProcessPool::Stream stream, std::string_view bytes);
  // A line of our own, on a line of its own.
  void WriteLine(ProcessPool::Stream stream, std::string_view line);
  void ShowProgress(const RunProgress& progress);
  void EraseProgress();

 private:
  [[nodiscard]] bool& LineBegun(ProcessPool::Stream stream) {
    return line_begun_.at(static_cast<std::size_t>(stream));
  }

  ProcessPool& pool_;
  const RunRequest& request_;
  std::array<bool, 2> line_begun_{};  // by stream
  bool progress_shown_ = false;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_RUN_TERMINAL_OUTPUT_H_
