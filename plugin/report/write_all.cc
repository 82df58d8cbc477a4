#include "plugin/report/write_all.h"

#include <poll.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <ctime>
#include <optional>

namespace kernodeck {
namespace {

// Holds SIGPIPE and SIGXFSZ back from this thread. Both are sent to the very thread that writes, so
// one that came meanwhile is taken off again; one that was pending before is left for its owner.
class WriteSignalsHeld {
 public:
  WriteSignalsHeld() {
    sigset_t pending;
    sigpending(&pending);
    sigemptyset(&ours_);
    for (const int signal : {SIGPIPE, SIGXFSZ}) {
      if (sigismember(&pending, signal) == 0) sigaddset(&ours_, signal);
    }
    pthread_sigmask(SIG_BLOCK, &ours_, &before_);
  }

  ~WriteSignalsHeld() {
    const int kept = errno;
    const timespec at_once{};
    while (sigtimedwait(&ours_, nullptr, &at_once) > 0 || errno == EINTR) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    errno = kept;
  }

  WriteSignalsHeld(const WriteSignalsHeld&) = delete;
  WriteSignalsHeld& operator=(const WriteSignalsHeld&) = delete;

 private:
  sigset_t ours_{};
  sigset_t before_{};
};

bool WaitUntilWritable(int fd) {
  pollfd descriptor{fd, POLLOUT, 0};
  return poll(&descriptor, 1, -1) >= 0 || errno == EINTR;
}

// Writes by `write_some`, which is given what is left and returns as write() does.
template <typename WriteSome>
bool WriteWith(int fd, std::string_view text, const WriteSome& write_some) {
  while (!text.empty()) {
    const ssize_t written = write_some(text);
    if (written > 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (written == 0) {
      errno = EIO;  // no progress: trying on might never end
      return false;
    } else if (errno == EAGAIN) {
      if (!WaitUntilWritable(fd)) return false;
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

// Whether a write that ends there is none that a file-size limit answers by SIGXFSZ.
bool IsBelowSizeLimit(off_t end) {
  rlimit limit{};
  return getrlimit(RLIMIT_FSIZE, &limit) == 0 &&
         (limit.rlim_cur == RLIM_INFINITY || static_cast<rlim_t>(end) <= limit.rlim_cur);
}

}  // namespace

bool WriteAll(int fd, std::string_view text) {
  const WriteSignalsHeld held;
  return WriteWith(fd, text,
                   [fd](std::string_view rest) { return write(fd, rest.data(), rest.size()); });
}

bool WriteAllAt(int fd, std::string_view text, off_t offset) {
  const off_t end = offset + static_cast<off_t>(text.size());
  // Holding signals takes four calls, and a test report writes twice a test. A file has no reader
  // that could be gone.
  std::optional<WriteSignalsHeld> held;
  if (!IsBelowSizeLimit(end)) held.emplace();
  return WriteWith(fd, text, [fd, end](std::string_view rest) {
    return pwrite(fd, rest.data(), rest.size(), end - static_cast<off_t>(rest.size()));
  });
}

}  // namespace kernodeck
