#ifndef KERNODECK_PLUGIN_DIAGNOSIS_OUTPUT_SINK_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_OUTPUT_SINK_H_

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "plugin/diagnosis/unique_fd.h"

namespace kernodeck {

// Writes to a descriptor of this process without ever waiting for its reader. What is not taken at
// once is kept; whoever writes is to stop while Full(). The descriptor's own mode is left alone: it
// is shared with the shell that gave it to us.
class OutputSink {
 public:
  static constexpr std::size_t kFullBytes = std::size_t{1} << 18U;

  // `on_change` is called when Full() has become false again, and when all has been written.
  OutputSink(boost::asio::io_context& context, int fd, std::function<void()> on_change);

  void Write(std::string_view bytes);

  [[nodiscard]] bool Full() const { return kept_.size() - written_ >= kFullBytes; }
  [[nodiscard]] bool Empty() const { return kept_.size() == written_; }
  // Nobody reads it any more, or its disk is full: whatever comes is dropped.
  [[nodiscard]] bool Failed() const { return failed_; }

  // Gives up what is not yet written.
  void Drop();
  // The same, and whatever comes.
  void GiveUp();

 private:
  [[nodiscard]] bool WriteNow();
  void WaitForRoom();

  boost::asio::posix::stream_descriptor waiter_;
  UniqueFd own_;  // the same pipe or terminal, opened once more so that it does not block
  int fd_;
  bool blocks_ = true;  // a write to `fd_` may wait, so it is asked first
  bool failed_ = false;
  bool given_up_ = false;
  std::function<void()> on_change_;
  std::string kept_;
  std::size_t written_ = 0;  // of `kept_`
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_OUTPUT_SINK_H_
