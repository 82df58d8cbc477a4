#include "plugin/diagnosis/output_sink.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace kernodeck {
namespace {

// A pipe that says it has room has it for this much.
constexpr std::size_t kSurelyTaken = 4096;

bool HasRoom(int fd) {
  struct pollfd state = {fd, POLLOUT, 0};
  return ::poll(&state, 1, 0) == 1;
}

bool NeverBlocks(int fd) {
  struct stat status = {};
  return ::fstat(fd, &status) == 0 && (S_ISREG(status.st_mode) || S_ISBLK(status.st_mode));
}

// Only pipes and terminals can be opened anew by their number.
UniqueFd OpenAnew(int fd) {
  const std::string path = "/proc/self/fd/" + std::to_string(fd);
  struct stat status = {};
  if (::fstat(fd, &status) != 0) return {};
  if (!S_ISFIFO(status.st_mode) && !S_ISCHR(status.st_mode)) return {};
  return UniqueFd(::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
}

}  // namespace

OutputSink::OutputSink(boost::asio::io_context& context, int fd, std::function<void()> on_change)
    : waiter_(context), own_(OpenAnew(fd)), fd_(fd), on_change_(std::move(on_change)) {
  if (own_.IsOpen()) fd_ = own_.Get();
  blocks_ = !own_.IsOpen() && !NeverBlocks(fd);
}

void OutputSink::Write(std::string_view bytes) {
  if (failed_ || given_up_ || bytes.empty()) return;
  const bool waits = !Empty();
  kept_.append(bytes);
  if (!waits && !WriteNow()) WaitForRoom();
}

// Whether all is written, or nothing will be any more.
bool OutputSink::WriteNow() {
  while (!Empty()) {
    if (blocks_ && !HasRoom(fd_)) return false;
    const std::size_t left = kept_.size() - written_;
    const ssize_t count =
        ::write(fd_, kept_.data() + written_, blocks_ ? std::min(left, kSurelyTaken) : left);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return false;
    if (count < 0) {
      failed_ = true;
      break;
    }
    written_ += static_cast<std::size_t>(count);
  }
  Drop();
  return true;
}

void OutputSink::WaitForRoom() {
  boost::system::error_code error;
  if (!waiter_.is_open()) waiter_.assign(::fcntl(fd_, F_DUPFD_CLOEXEC, 0), error);
  if (error) {  // nothing that can be waited for, so it cannot be slow either
    failed_ = true;
    Drop();
    return;
  }
  waiter_.async_wait(boost::asio::posix::descriptor_base::wait_write,
                     [this](const boost::system::error_code& failure) {
                       if (failure) return;
                       const bool was_full = Full();
                       const bool done = WriteNow();
                       if (!done) WaitForRoom();
                       if (done || (was_full && !Full())) on_change_();
                     });
}

void OutputSink::GiveUp() {
  failed_ = failed_ || !Empty();
  given_up_ = true;
  Drop();
}

void OutputSink::Drop() {
  kept_.clear();
  written_ = 0;
}

}  // namespace kernodeck
