#ifndef KERNODECK_PLUGIN_GTEST_RUN_CHANNEL_H_
#define KERNODECK_PLUGIN_GTEST_RUN_CHANNEL_H_

#include <sys/types.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "plugin/core/test_event.h"

namespace kernodeck {

// The test process's end of the channel to the `kernodeck run` above it. Send is thread-safe;
// nobody else may ask for the verdict at the same time. A process that was forked from this one
// says nothing.
class RunChannel {
 public:
  // The channel that the value of KERNODECK_RUN_CHANNEL names. Nothing where the value is no such
  // thing, where it was meant for a process of another parent (a grandchild of `run`), or where the
  // descriptor is no socket. Children of this process do not inherit the descriptor.
  [[nodiscard]] static std::unique_ptr<RunChannel> Open(std::string_view value, pid_t parent);

  explicit RunChannel(int descriptor) : descriptor_(descriptor) {}
  ~RunChannel();
  RunChannel(const RunChannel&) = delete;
  RunChannel& operator=(const RunChannel&) = delete;

  // Sends a message whole. Where nobody is there any more it does nothing: the tests go on.
  void Send(const TestMessage& message);

  // Asks for the verdict and waits for it. Nothing where the other side is gone, makes no sense, or
  // has not answered within `limit`.
  [[nodiscard]] std::optional<HandedVerdict> WantVerdict(const TestId& test,
                                                         std::chrono::milliseconds limit);

 private:
  [[nodiscard]] std::optional<std::string> ReceiveBytes(
      std::chrono::steady_clock::time_point deadline);
  [[nodiscard]] std::optional<HandedVerdict> Receive(
      std::chrono::steady_clock::time_point deadline);

  int descriptor_;
  pid_t process_ = getpid();
  std::mutex mutex_;  // held for a whole message
  std::atomic<bool> broken_ = false;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_GTEST_RUN_CHANNEL_H_
