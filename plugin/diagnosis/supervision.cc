#include "plugin/diagnosis/supervision.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include "plugin/diagnosis/orphan_reaper.h"
#include "plugin/diagnosis/worker_launcher.h"
#include "plugin/diagnosis/worker_process.h"

namespace kernodeck {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using Clock = WorkerProcess::Clock;

// How long the end of a supervision waits for killed leftovers to be gone.
constexpr std::chrono::milliseconds kLeftoverGrace{200};
constexpr std::chrono::milliseconds kLeftoverTick{2};
// Reads of a pipe after its worker's end: more than the largest pipe holds, and an end to it when
// somebody else still writes.
constexpr int kDrainReads = 32;

// One worker with the descriptors and the timer that drive it.
struct Slot {
  Slot(asio::io_context& context, std::size_t place_in_list)
      : place(place_in_list), channel(context), output(context), timer(context) {}

  std::size_t place;
  std::optional<WorkerProcess> worker;  // nothing: it failed to start
  int start_error = 0;
  asio::posix::stream_descriptor channel;
  asio::posix::stream_descriptor output;
  asio::steady_timer timer;
  bool closed = false;
};

class Supervision {
 public:
  Supervision(const WorkerLimits& limits, const EventObserver& observer, const KillFunction& kill,
              SignalScope& scope)
      : limits_(limits),
        observer_(observer),
        kill_(kill),
        scope_(scope),
        reaper_(kill),
        signals_(context_, SIGCHLD),
        leftover_timer_(context_) {}
  ~Supervision();

  void Start(const WorkerCommand& command);
  void Run();
  [[nodiscard]] std::vector<WorkerRun> TakeRuns();

 private:
  void LendSignals();
  void WaitForSignal();
  void OnSignal(int signal);
  void WaitForChannel(Slot& slot);
  void WaitForOutput(Slot& slot);
  void WaitForTimer(Slot& slot);
  [[nodiscard]] bool ReadChannel(Slot& slot);
  [[nodiscard]] bool ReadOutput(Slot& slot);
  void Settle(Slot& slot);
  void Close(Slot& slot);
  void FinishIfDone();

  const WorkerLimits& limits_;
  const EventObserver& observer_;
  const KillFunction& kill_;
  SignalScope& scope_;
  OrphanReaper reaper_;
  asio::io_context context_;
  asio::signal_set signals_;
  asio::steady_timer leftover_timer_;
  std::optional<Clock::time_point> leftover_deadline_;
  std::vector<std::unique_ptr<Slot>> slots_;
  std::array<char, std::size_t{1} << 16U> buffer_{};
};

// Workers are still there only where an exception ended the supervision.
Supervision::~Supervision() {
  for (const auto& slot : slots_) {
    if (!slot->worker || slot->worker->Ended()) continue;
    kill_(-slot->worker->Pid(), SIGKILL);
    reaper_.Forget(slot->worker->Pid());
  }
  const Clock::time_point give_up = Clock::now() + kLeftoverGrace;
  while (reaper_.Sweep() > 0 && Clock::now() < give_up) {
    std::this_thread::sleep_for(kLeftoverTick);
  }
}

void Supervision::Start(const WorkerCommand& command) {
  slots_.push_back(std::make_unique<Slot>(context_, slots_.size()));
  Slot& slot = *slots_.back();
  const Clock::time_point started = Clock::now();
  LaunchedWorker launched = LaunchWorker(command);
  slot.start_error = launched.error;
  if (launched.error != 0) return;
  slot.worker.emplace(launched.pid, started, limits_, kill_);
  reaper_.Spare(launched.pid);
  slot.channel.assign(launched.channel.Get());
  [[maybe_unused]] const int channel = launched.channel.Release();
  slot.output.assign(launched.output.Get());
  [[maybe_unused]] const int output = launched.output.Release();
}

void Supervision::Run() {
  LendSignals();
  WaitForSignal();
  for (const auto& slot : slots_) {
    if (!slot->worker) continue;
    WaitForChannel(*slot);
    WaitForOutput(*slot);
    WaitForTimer(*slot);
  }
  scope_.Unblock();
  FinishIfDone();
  context_.run();
  scope_.Block();
  // A signal that was caught and not yet looked at.
  context_.restart();
  context_.poll();
}

void Supervision::LendSignals() {
  for (const int signal : kInterruptSignals) {
    if (!scope_.WasIgnored(signal)) signals_.add(signal);
  }
  // Asio's handlers interrupt system calls, and an observer's half-done write is a lost line.
  for (const int signal : {SIGCHLD, SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action = {};
    ::sigaction(signal, nullptr, &action);
    if (action.sa_handler == SIG_IGN || action.sa_handler == SIG_DFL) continue;
    action.sa_flags |= SA_RESTART;
    ::sigaction(signal, &action, nullptr);
  }
}

void Supervision::WaitForSignal() {
  signals_.async_wait([this](const error_code& error, int signal) {
    if (error) return;
    OnSignal(signal);
    WaitForSignal();
  });
}

void Supervision::OnSignal(int signal) {
  const Clock::time_point now = Clock::now();
  bool heeded = signal == SIGCHLD;
  for (const auto& slot : slots_) {
    if (!slot->worker || slot->closed) continue;
    if (signal == SIGCHLD) {
      slot->worker->Collect(now);
    } else {
      slot->worker->Interrupt(signal, now);
      heeded = true;
    }
    Settle(*slot);
  }
  if (!heeded) scope_.PassOn(signal);
  FinishIfDone();
}

void Supervision::WaitForChannel(Slot& slot) {
  slot.channel.async_wait(asio::posix::descriptor_base::wait_read,
                          [this, &slot](const error_code& error) {
                            if (error || slot.closed) return;
                            const bool more = ReadChannel(slot);
                            Settle(slot);
                            if (more && !slot.closed) WaitForChannel(slot);
                            FinishIfDone();
                          });
}

void Supervision::WaitForOutput(Slot& slot) {
  slot.output.async_wait(asio::posix::descriptor_base::wait_read,
                         [this, &slot](const error_code& error) {
                           if (error || slot.closed) return;
                           if (ReadOutput(slot)) WaitForOutput(slot);
                         });
}

void Supervision::WaitForTimer(Slot& slot) {
  slot.timer.expires_at(slot.worker->NextDue());
  slot.timer.async_wait([this, &slot](const error_code& error) {
    if (error || slot.closed) return;
    slot.worker->Advance(Clock::now());
    Settle(slot);
    FinishIfDone();
  });
}

// One read each: a flood of one worker never keeps the others, or the deadline, from their turn.
// Returns whether more may come.
bool Supervision::ReadChannel(Slot& slot) {
  const ssize_t count = ::read(slot.channel.native_handle(), buffer_.data(), buffer_.size());
  if (count < 0) return errno == EAGAIN || errno == EINTR;
  if (count == 0) return false;
  const std::string_view bytes(buffer_.data(), static_cast<std::size_t>(count));
  return slot.worker->TakeChannel(bytes, Clock::now(), [&](const Event& event) {
    if (observer_) observer_(slot.place, event);
  });
}

bool Supervision::ReadOutput(Slot& slot) {
  const ssize_t count = ::read(slot.output.native_handle(), buffer_.data(), buffer_.size());
  if (count < 0) return errno == EAGAIN || errno == EINTR;
  slot.worker->TakeOutput({buffer_.data(), static_cast<std::size_t>(count)});
  return count > 0;
}

void Supervision::Settle(Slot& slot) {
  if (slot.closed) return;
  if (slot.worker->Ended()) {
    Close(slot);
  } else if (slot.timer.expiry() != slot.worker->NextDue()) {
    WaitForTimer(slot);
  }
}

void Supervision::Close(Slot& slot) {
  slot.closed = true;
  if (!slot.worker->Abandoned()) reaper_.Forget(slot.worker->Pid());
  // Who might still write is killed before what was written is read.
  (void)reaper_.Sweep();
  for (int reads = 0; reads < kDrainReads && ReadChannel(slot); ++reads) {
  }
  for (int reads = 0; reads < kDrainReads && ReadOutput(slot); ++reads) {
  }
  slot.channel.close();
  slot.output.close();
  slot.timer.cancel();
}

void Supervision::FinishIfDone() {
  const bool all_ended = std::all_of(
      slots_.begin(), slots_.end(), [](const auto& slot) { return !slot->worker || slot->closed; });
  if (!all_ended) return;
  const Clock::time_point now = Clock::now();
  if (!leftover_deadline_) leftover_deadline_ = now + kLeftoverGrace;
  if (reaper_.Sweep() == 0 || now >= *leftover_deadline_) {
    context_.stop();
    return;
  }
  leftover_timer_.expires_after(kLeftoverTick);
  leftover_timer_.async_wait([this](const error_code& error) {
    if (!error) FinishIfDone();
  });
}

std::vector<WorkerRun> Supervision::TakeRuns() {
  std::vector<WorkerRun> runs;
  for (const auto& slot : slots_) {
    if (slot->worker) {
      runs.push_back(slot->worker->TakeRun());
    } else {
      runs.emplace_back().end.start_error = slot->start_error;
    }
  }
  return runs;
}

}  // namespace

std::vector<WorkerRun> Supervise(const std::vector<WorkerCommand>& commands,
                                 const WorkerLimits& limits, const EventObserver& observer,
                                 const KillFunction& kill, SignalScope& signals) {
  try {
    Supervision supervision(limits, observer, kill, signals);
    for (const WorkerCommand& command : commands) supervision.Start(command);
    supervision.Run();
    return supervision.TakeRuns();
  } catch (const boost::system::system_error& failure) {
    // No descriptor or no memory left for the loop itself.
    std::vector<WorkerRun> runs(commands.size());
    for (WorkerRun& run : runs) run.end.start_error = failure.code().value();
    return runs;
  }
}

}  // namespace kernodeck
