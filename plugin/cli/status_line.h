#ifndef KERNODECK_PLUGIN_CLI_STATUS_LINE_H_
#define KERNODECK_PLUGIN_CLI_STATUS_LINE_H_

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace kernodeck {

// One line of a terminal that is written over again and again. Not thread-safe.
class StatusLine {
 public:
  using Sink = std::function<void(std::string_view)>;

  // No sink: nothing is shown.
  explicit StatusLine(Sink write) : write_(std::move(write)) {}

  // `text` has printable ASCII only; an empty one leaves the line as it was before the first.
  void Show(const std::string& text);

 private:
  Sink write_;
  std::size_t columns_ = 0;  // of what is shown
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CLI_STATUS_LINE_H_
