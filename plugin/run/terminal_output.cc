#include "plugin/run/terminal_output.h"

#include <string>

namespace kernodeck {

void TerminalOutput::Write(ProcessPool::Stream stream, std::string_view bytes) {
  if (bytes.empty()) return;
  EraseProgress();
  LineBegun(stream) = bytes.back() != '\n';
  pool_.Write(stream, bytes);
}

void TerminalOutput::WriteLine(ProcessPool::Stream stream, std::string_view line) {
  std::string whole = LineBegun(stream) ? "\n" : "";
  whole.append(line).append("\n");
  Write(stream, whole);
}

// Not behind a line that a test has begun: erasing would take it along.
void TerminalOutput::ShowProgress(const RunProgress& progress) {
  if (!request_.show_progress || line_begun_[0] || line_begun_[1]) return;
  request_.show_progress(progress);
  progress_shown_ = true;
}

void TerminalOutput::EraseProgress() {
  if (progress_shown_ && request_.erase_progress) request_.erase_progress();
  progress_shown_ = false;
}

}  // namespace kernodeck
