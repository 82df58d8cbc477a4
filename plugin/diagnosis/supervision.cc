#include "plugin/diagnosis/supervision.h"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <csignal>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include "plugin/diagnosis/orphan_reaper.h"
#include "plugin/diagnosis/supervised_worker.h"
#include "plugin/diagnosis/worker_launcher.h"

namespace kernodeck {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using Clock = SupervisedWorker::Clock;

// How long the end of a supervision waits for killed leftovers to be gone.
constexpr std::chrono::milliseconds kLeftoverGrace{200};
constexpr std::chrono::milliseconds kLeftoverTick{2};

// One command in its place in the list: a worker, or why there is none.
struct Slot {
  std::unique_ptr<SupervisedWorker> worker;
  int start_error = 0;
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
  Supervision(const Supervision&) = delete;
  Supervision& operator=(const Supervision&) = delete;

  void Start(const WorkerCommand& command);
  void Run();
  [[nodiscard]] std::vector<WorkerRun> TakeRuns();

 private:
  void LendSignals();
  void WaitForSignal();
  void OnSignal(int signal);
  void OnEnd(const SupervisedWorker& worker);
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
  std::vector<Slot> slots_;
};

// Workers are still there only where an exception ended the supervision.
Supervision::~Supervision() {
  for (const Slot& slot : slots_) {
    if (!slot.worker || slot.worker->Process().Ended()) continue;
    const pid_t worker = slot.worker->Process().Pid();
    kill_(-worker, SIGKILL);
    reaper_.Forget(worker);
  }
  const Clock::time_point give_up = Clock::now() + kLeftoverGrace;
  while (reaper_.Sweep() > 0 && Clock::now() < give_up) {
    std::this_thread::sleep_for(kLeftoverTick);
  }
}

void Supervision::Start(const WorkerCommand& command) {
  const std::size_t place = slots_.size();
  Slot& slot = slots_.emplace_back();
  const Clock::time_point started = Clock::now();
  LaunchedWorker launched = LaunchWorker(command);
  slot.start_error = launched.error;
  if (launched.error != 0) return;
  reaper_.Spare(launched.pid);
  SupervisedWorker::Hooks hooks;
  hooks.on_event = [this, place](const Event& event) {
    if (observer_) observer_(place, event);
  };
  hooks.on_end = [this](const SupervisedWorker& worker) { OnEnd(worker); };
  slot.worker = std::make_unique<SupervisedWorker>(context_, std::move(launched), started, limits_,
                                                   kill_, std::move(hooks));
}

void Supervision::Run() {
  LendSignals();
  WaitForSignal();
  for (const Slot& slot : slots_) {
    if (slot.worker) slot.worker->Watch();
  }
  asio::post(context_, [this] { FinishIfDone(); });
  scope_.Unblock();
  context_.run();
  SignalScope::Block();
  // A signal that was caught and not yet looked at.
  context_.restart();
  context_.poll();
}

void Supervision::LendSignals() {
  for (const int signal : kInterruptSignals) {
    if (!scope_.WasIgnored(signal)) signals_.add(signal);
  }
  SignalScope::RestartInterruptedCalls();
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
  for (const Slot& slot : slots_) {
    if (!slot.worker || slot.worker->IsClosed()) continue;
    if (signal == SIGCHLD) {
      slot.worker->Collect(now);
    } else {
      slot.worker->Interrupt(signal, now);
      heeded = true;
    }
  }
  if (!heeded) scope_.PassOn(signal);
  FinishIfDone();
}

void Supervision::OnEnd(const SupervisedWorker& worker) {
  if (!worker.Process().Abandoned()) reaper_.Forget(worker.Process().Pid());
  // Who might still write is killed before what was written is read.
  (void)reaper_.Sweep();
  asio::post(context_, [this] { FinishIfDone(); });
}

void Supervision::FinishIfDone() {
  const bool all_closed = std::all_of(slots_.begin(), slots_.end(), [](const Slot& slot) {
    return !slot.worker || slot.worker->IsClosed();
  });
  if (!all_closed) return;
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
  std::vector<WorkerRun> runs(slots_.size());
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (slots_[i].worker) {
      runs[i] = slots_[i].worker->TakeRun();
    } else {
      runs[i].end.start_error = slots_[i].start_error;
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
