#include "plugin/diagnosis/supervised_worker.h"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace kernodeck {
namespace {

using boost::asio::posix::descriptor_base;
using boost::system::error_code;

// Reads of a pipe after its worker's end: more than the largest pipe holds, and an end to it when
// somebody else still writes.
constexpr int kDrainReads = 32;
// A loop that wakes that late was not only busy.
constexpr std::chrono::milliseconds kAway{200};

void Adopt(boost::asio::posix::stream_descriptor& stream, UniqueFd& fd) {
  if (!fd.IsOpen()) return;
  stream.assign(fd.Get());
  [[maybe_unused]] const int released = fd.Release();
}

}  // namespace

SupervisedWorker::SupervisedWorker(boost::asio::io_context& context, LaunchedWorker launched,
                                   Clock::time_point started, const WorkerLimits& limits,
                                   const KillFunction& kill, Hooks hooks)
    : process_(launched.pid, started, limits, kill),
      hooks_(std::move(hooks)),
      channel_(context),
      output_(context),
      errors_(context),
      timer_(context) {
  Adopt(channel_, launched.channel);
  Adopt(output_, launched.output);
  Adopt(errors_, launched.errors);
}

void SupervisedWorker::Watch() {
  WaitForChannel();
  WaitForOutput(output_, hooks_.on_output, waits_for_output_);
  if (errors_.is_open()) WaitForOutput(errors_, hooks_.on_errors, waits_for_errors_);
  WaitForTimer();
}

void SupervisedWorker::Collect(Clock::time_point now) {
  process_.Collect(now);
  Settle();
}

void SupervisedWorker::Interrupt(int signal, Clock::time_point now) {
  process_.Interrupt(signal, now);
  Settle();
}

void SupervisedWorker::Expire(Clock::time_point now) {
  process_.Expire(now);
  Settle();
}

void SupervisedWorker::SetDeadline(Clock::time_point deadline, Clock::time_point now) {
  extended_ = false;
  if (paused_since_) {
    deadline_ = deadline;
    paused_since_ = now;
    return;
  }
  process_.SetDeadline(deadline);
  // A timer that comes too early sets itself again, which is cheaper than to set it for each test.
  if (!closed_ && process_.NextDue() < timer_.expiry()) WaitForTimer();
}

void SupervisedWorker::Send(std::string_view bytes) {
  if (closed_) return;
  const bool waits = !to_send_.empty();
  to_send_.append(bytes);
  if (!waits) WaitForRoom();
}

void SupervisedWorker::PauseOutput(bool paused, Clock::time_point now) {
  if (closed_ || paused == paused_since_.has_value()) return;
  if (paused) {
    paused_since_ = now;
    deadline_ = process_.Deadline();
    process_.SetDeadline(Clock::time_point::max());
    return;
  }
  if (deadline_ != Clock::time_point::max()) deadline_ += now - *paused_since_;
  paused_since_.reset();
  SetDeadline(deadline_, now);
  if (!waits_for_output_) WaitForOutput(output_, hooks_.on_output, waits_for_output_);
  if (errors_.is_open() && !waits_for_errors_) {
    WaitForOutput(errors_, hooks_.on_errors, waits_for_errors_);
  }
}

void SupervisedWorker::WaitForChannel() {
  channel_.async_wait(descriptor_base::wait_read, [this](const error_code& error) {
    if (error || closed_) return;
    const bool more = ReadChannel();
    Settle();
    if (more && !closed_) WaitForChannel();
  });
}

void SupervisedWorker::WaitForOutput(Descriptor& stream, const Sink& sink, bool& waiting) {
  waiting = true;
  stream.async_wait(descriptor_base::wait_read, [&, this](const error_code& error) {
    waiting = false;
    if (error || closed_ || paused_since_) return;
    const bool more = ReadOutput(stream, sink);
    Settle();
    // Once nothing comes any more it counts as waiting: it is not to be asked again.
    waiting = !more;
    if (more && !closed_ && !paused_since_) WaitForOutput(stream, sink, waiting);
  });
}

void SupervisedWorker::WaitForRoom() {
  channel_.async_wait(descriptor_base::wait_write, [this](const error_code& error) {
    if (error || closed_) return;
    const ssize_t count = ::send(channel_.native_handle(), to_send_.data(), to_send_.size(),
                                 MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count >= 0) {
      to_send_.erase(0, static_cast<std::size_t>(count));
    } else if (errno != EAGAIN && errno != EINTR) {
      to_send_.clear();  // nobody reads it: how the process ends will tell
    }
    if (!to_send_.empty()) WaitForRoom();
  });
}

void SupervisedWorker::WaitForTimer() {
  timer_.expires_at(process_.NextDue());
  timer_.async_wait([this](const error_code& error) {
    if (error || closed_) return;
    OnTimer(Clock::now());
    if (!closed_ && timer_.expiry() <= Clock::now()) WaitForTimer();
  });
}

// What the process has said before its deadline counts before the deadline does. Where this process
// was away itself (stopped by Ctrl-Z, say) its own may have waited for it: they get that time.
void SupervisedWorker::OnTimer(Clock::time_point now) {
  if (!process_.BeingEnded() && now >= process_.NextDue()) {
    const auto late = now - timer_.expiry();
    DrainChannel();
    for (int reads = 0; reads < kDrainReads && ReadOutput(output_, hooks_.on_output); ++reads) {
      if (!output_read_) break;
    }
    if (late > kAway && now >= process_.NextDue() && !std::exchange(extended_, true)) {
      process_.SetDeadline(now + late);
    }
  }
  process_.Advance(now);
  Settle();
}

// One read each: a flood of one worker never keeps the others, or the deadline, from their turn.
// Both return whether more may come.
bool SupervisedWorker::ReadChannel() {
  const ssize_t count =
      ::read(channel_.native_handle(), channel_buffer_.data(), channel_buffer_.size());
  channel_read_ = count > 0;
  if (count < 0) return errno == EAGAIN || errno == EINTR;
  if (count == 0) return false;
  DrainErrors();
  return process_.TakeChannel({channel_buffer_.data(), static_cast<std::size_t>(count)},
                              Clock::now(), hooks_.on_event);
}

void SupervisedWorker::DrainChannel() {
  for (int reads = 0; reads < kDrainReads && ReadChannel() && channel_read_; ++reads) {
  }
}

// What is there on stderr by now, so that it is known before the marks that are behind it.
void SupervisedWorker::DrainErrors() {
  if (!errors_.is_open() || paused_since_ || !hooks_.on_errors) return;
  for (int reads = 0; reads < kDrainReads; ++reads) {
    const ssize_t count =
        ::read(errors_.native_handle(), errors_buffer_.data(), errors_buffer_.size());
    if (count <= 0) return;
    hooks_.on_errors({errors_buffer_.data(), static_cast<std::size_t>(count)});
  }
}

// What came by the channel before is handed over before.
bool SupervisedWorker::ReadOutput(Descriptor& stream, const Sink& sink) {
  const ssize_t count =
      ::read(stream.native_handle(), output_buffer_.data(), output_buffer_.size());
  output_read_ = count > 0;
  if (count < 0) return errno == EAGAIN || errno == EINTR;
  if (count == 0) return false;
  const std::string_view bytes(output_buffer_.data(), static_cast<std::size_t>(count));
  if (sink) {
    if (&stream == &output_) {
      DrainErrors();
      DrainChannel();
    }
    sink(bytes);
  } else {
    process_.TakeOutput(bytes);
  }
  return true;
}

void SupervisedWorker::Settle() {
  if (closed_) return;
  if (process_.Ended()) {
    Close();
  } else if (process_.NextDue() < timer_.expiry()) {
    WaitForTimer();
  }
}

void SupervisedWorker::Close() {
  closed_ = true;
  hooks_.on_end(*this);
  for (int reads = 0; reads < kDrainReads && ReadChannel(); ++reads) {
  }
  for (int reads = 0; reads < kDrainReads && ReadOutput(output_, hooks_.on_output); ++reads) {
  }
  for (int reads = 0;
       errors_.is_open() && reads < kDrainReads && ReadOutput(errors_, hooks_.on_errors); ++reads) {
  }
  channel_.close();
  output_.close();
  if (errors_.is_open()) errors_.close();
  timer_.cancel();
  if (hooks_.on_closed) hooks_.on_closed();
}

}  // namespace kernodeck
