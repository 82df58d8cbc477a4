#ifndef KERNODECK_PLUGIN_CLI_PROGRESS_LINE_H_
#define KERNODECK_PLUGIN_CLI_PROGRESS_LINE_H_

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "plugin/core/event.h"

namespace kernodeck {

// Follows a worker's events and, where `write` is given, shows the stage under way on one line of a
// terminal. Not thread-safe.
class ProgressLine {
 public:
  using Sink = std::function<void(std::string_view)>;

  // No sink: nothing is shown, and UnderWay() still follows.
  explicit ProgressLine(Sink write) : write_(std::move(write)) {}
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
  void Replace(const std::string& text);

  Sink write_;
  std::vector<std::string> open_;  // begun and not ended, by their name in the protocol
  std::size_t columns_ = 0;        // of what is shown
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CLI_PROGRESS_LINE_H_
