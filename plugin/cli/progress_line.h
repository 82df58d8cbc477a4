#ifndef KERNODECK_PLUGIN_CLI_PROGRESS_LINE_H_
#define KERNODECK_PLUGIN_CLI_PROGRESS_LINE_H_

#include <string>
#include <utility>
#include <vector>

#include "plugin/cli/status_line.h"
#include "plugin/core/event.h"

namespace kernodeck {

// Follows a worker's events and, where `write` is given, shows the stage under way on one line of a
// terminal. Not thread-safe.
class ProgressLine {
 public:
  using Sink = StatusLine::Sink;

  // No sink: nothing is shown, and UnderWay() still follows.
  explicit ProgressLine(Sink write) : line_(std::move(write)) {}
  ~ProgressLine() { Erase(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void Start();
  void Observe(const Event& event);

  // Leaves the line as it was before; nothing is shown from then on.
  void Erase();

  // What was begun last and has not ended, e.g. "product" or "driver check"; empty for nothing.
  [[nodiscard]] std::string UnderWay() const;

 private:
  void Show();

  StatusLine line_;
  std::vector<std::string> open_;  // begun and not ended, by their name in the protocol
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CLI_PROGRESS_LINE_H_
