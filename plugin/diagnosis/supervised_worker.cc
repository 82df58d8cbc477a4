#include "plugin/diagnosis/supervised_worker.h"

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

}  // namespace

SupervisedWorker::SupervisedWorker(boost::asio::io_context& context, LaunchedWorker launched,
                                   Clock::time_point started, const WorkerLimits& limits,
                                   const KillFunction& kill, Hooks hooks)
    : process_(launched.pid, started, limits, kill),
      hooks_(std::move(hooks)),
      channel_(context),
      output_(context),
      timer_(context) {
  channel_.assign(launched.channel.Get());
  [[maybe_unused]] const int channel = launched.channel.Release();
  output_.assign(launched.output.Get());
  [[maybe_unused]] const int output = launched.output.Release();
}

void SupervisedWorker::Watch() {
  WaitForChannel();
  WaitForOutput();
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

void SupervisedWorker::WaitForChannel() {
  channel_.async_wait(descriptor_base::wait_read, [this](const error_code& error) {
    if (error || closed_) return;
    const bool more = ReadChannel();
    Settle();
    if (more && !closed_) WaitForChannel();
  });
}

void SupervisedWorker::WaitForOutput() {
  output_.async_wait(descriptor_base::wait_read, [this](const error_code& error) {
    if (error || closed_) return;
    if (ReadOutput()) WaitForOutput();
  });
}

void SupervisedWorker::WaitForTimer() {
  timer_.expires_at(process_.NextDue());
  timer_.async_wait([this](const error_code& error) {
    if (error || closed_) return;
    process_.Advance(Clock::now());
    Settle();
  });
}

// One read each: a flood of one worker never keeps the others, or the deadline, from their turn.
ssize_t SupervisedWorker::Read(Descriptor& descriptor) {
  return ::read(descriptor.native_handle(), buffer_.data(), buffer_.size());
}

// Both return whether more may come.
bool SupervisedWorker::ReadChannel() {
  const ssize_t count = Read(channel_);
  if (count < 0) return errno == EAGAIN || errno == EINTR;
  if (count == 0) return false;
  return process_.TakeChannel({buffer_.data(), static_cast<std::size_t>(count)}, Clock::now(),
                              hooks_.on_event);
}

bool SupervisedWorker::ReadOutput() {
  const ssize_t count = Read(output_);
  if (count < 0) return errno == EAGAIN || errno == EINTR;
  process_.TakeOutput({buffer_.data(), static_cast<std::size_t>(count)});
  return count > 0;
}

void SupervisedWorker::Settle() {
  if (closed_) return;
  if (process_.Ended()) {
    Close();
  } else if (timer_.expiry() != process_.NextDue()) {
    WaitForTimer();
  }
}

void SupervisedWorker::Close() {
  closed_ = true;
  hooks_.on_end(*this);
  for (int reads = 0; reads < kDrainReads && ReadChannel(); ++reads) {
  }
  for (int reads = 0; reads < kDrainReads && ReadOutput(); ++reads) {
  }
  channel_.close();
  output_.close();
  timer_.cancel();
}

}  // namespace kernodeck
