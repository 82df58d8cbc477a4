#ifndef KERNODECK_PLUGIN_WORKER_EVENT_CHANNEL_H_
#define KERNODECK_PLUGIN_WORKER_EVENT_CHANNEL_H_

#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "plugin/core/event.h"

namespace kernodeck {

// Writes events to the supervisor's descriptor, each one whole. Thread-safe. The process must
// ignore SIGPIPE.
class EventChannel {
 public:
  // `on_broken` is called, once, when the other end is gone: nobody reads the report any more.
  EventChannel(int descriptor, std::function<void()> on_broken)
      : descriptor_(descriptor), on_broken_(std::move(on_broken)) {}

  ~EventChannel() = default;
  EventChannel(const EventChannel&) = delete;
  EventChannel& operator=(const EventChannel&) = delete;

  // Writes `event`, waiting where the channel is full.
  void Send(const Event& event);
  void Begin(std::string_view what);
  void End(std::string_view what);
  // Writes `done`. Whatever other threads send after it is dropped.
  void SendDone();

 private:
  void Write(const Event& event);

  const int descriptor_;
  const std::function<void()> on_broken_;
  std::mutex mutex_;
  bool closed_ = false;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_WORKER_EVENT_CHANNEL_H_
