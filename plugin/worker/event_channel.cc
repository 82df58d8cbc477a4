#include "plugin/worker/event_channel.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>

namespace kernodeck {
namespace {

// Whether all of `bytes` were written.
bool WriteAll(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(descriptor, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      // Whoever made the channel may have set it to non-blocking.
      pollfd waiting{descriptor, POLLOUT, 0};
      if (poll(&waiting, 1, -1) < 0 && errno != EINTR) return false;
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

}  // namespace

void EventChannel::Send(const Event& event) {
  const std::lock_guard lock(mutex_);
  Write(event);
}

void EventChannel::Begin(std::string_view what) { Send({"begin", {{"what", std::string(what)}}}); }

void EventChannel::End(std::string_view what) { Send({"end", {{"what", std::string(what)}}}); }

void EventChannel::SendDone() {
  const std::lock_guard lock(mutex_);
  Write({"done", {}});
  closed_ = true;
}

void EventChannel::Write(const Event& event) {
  if (closed_) return;
  if (WriteAll(descriptor_, EncodeEvent(event))) return;
  closed_ = true;
  on_broken_();
}

}  // namespace kernodeck
