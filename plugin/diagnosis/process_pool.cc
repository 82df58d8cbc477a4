#include "plugin/diagnosis/process_pool.h"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/system/system_error.hpp>
#include <csignal>
#include <map>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "plugin/diagnosis/orphan_reaper.h"
#include "plugin/diagnosis/output_sink.h"
#include "plugin/diagnosis/supervised_worker.h"
#include "plugin/diagnosis/worker_launcher.h"

namespace kernodeck {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

// How long the end of a supervision waits for killed leftovers to be gone.
constexpr std::chrono::milliseconds kLeftoverGrace{200};
constexpr std::chrono::milliseconds kLeftoverTick{2};
// How long what an interrupted process still says may wait for its reader.
constexpr std::chrono::milliseconds kOutputGrace{1000};

// Whoever uses the pool does not know Boost.
template <typename Action>
auto WithoutBoost(Action action) {
  try {
    return action();
  } catch (const boost::system::system_error& failure) {
    throw std::system_error(failure.code().value(), std::system_category());
  }
}

}  // namespace

class ProcessPool::Loop {
 public:
  Loop(KillFunction kill, SignalScope& scope, Outputs outputs)
      : kill_(std::move(kill)),
        scope_(scope),
        reaper_(kill_),
        signals_(context_, SIGCHLD),
        leftover_timer_(context_),
        out_(context_, outputs.out, [this] { OnOutputChange(); }),
        err_(context_, outputs.err, [this] { OnOutputChange(); }) {}
  ~Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  int Start(const WorkerCommand& command, const WorkerLimits& limits, Hooks hooks, Id& id);
  void Run();
  SupervisedWorker* Find(Id id);
  void Expire(Id id);
  OutputSink& Sink(Stream stream) { return stream == Stream::kOut ? out_ : err_; }
  void PauseWhileFull();
  void GiveUpOutput();
  void After(std::chrono::milliseconds delay, std::function<void()> act);

  std::function<void(int)> on_interrupt;

 private:
  struct Member {
    std::unique_ptr<SupervisedWorker> worker;
    bool adopts_orphans = true;
    std::function<void(WorkerRun)> on_end;
  };

  void LendSignals();
  void WaitForSignal();
  void OnSignal(int signal);
  void OnEnd(const SupervisedWorker& worker);
  void OnClosed(Id id);
  void OnOutputChange();
  [[nodiscard]] bool MaySweep() const;
  void FinishIfDone();

  KillFunction kill_;
  SignalScope& scope_;
  OrphanReaper reaper_;
  asio::io_context context_;
  asio::signal_set signals_;
  asio::steady_timer leftover_timer_;
  OutputSink out_;
  OutputSink err_;
  std::optional<SupervisedWorker::Clock::time_point> leftover_deadline_;
  std::map<Id, Member> members_;
  Id next_id_ = 0;
  bool running_ = false;
  bool paused_ = false;
};

// Processes are still there only where an exception ended the supervision.
ProcessPool::Loop::~Loop() {
  for (const auto& [id, member] : members_) {
    if (member.worker->Process().Ended()) continue;
    const pid_t process = member.worker->Process().Pid();
    kill_(-process, SIGKILL);
    reaper_.Forget(process);
  }
  const auto give_up = SupervisedWorker::Clock::now() + kLeftoverGrace;
  while (reaper_.Sweep() > 0 && SupervisedWorker::Clock::now() < give_up) {
    std::this_thread::sleep_for(kLeftoverTick);
  }
}

int ProcessPool::Loop::Start(const WorkerCommand& command, const WorkerLimits& limits, Hooks hooks,
                             Id& id) {
  const auto started = SupervisedWorker::Clock::now();
  // A signal between fork and exec would be handled by the child, in our name.
  if (running_) SignalScope::Block();
  LaunchedWorker launched = LaunchWorker(command);
  if (running_) scope_.Unblock();
  if (launched.error != 0) return launched.error;
  reaper_.Spare(launched.pid);
  id = next_id_++;
  SupervisedWorker::Hooks inner;
  inner.on_event = std::move(hooks.on_event);
  inner.on_output = std::move(hooks.on_output);
  inner.on_errors = std::move(hooks.on_errors);
  inner.on_end = [this](const SupervisedWorker& worker) { OnEnd(worker); };
  inner.on_closed = [this, id] { asio::post(context_, [this, id] { OnClosed(id); }); };
  Member& member = members_[id];
  member.adopts_orphans = command.adopts_orphans;
  member.on_end = std::move(hooks.on_end);
  member.worker = std::make_unique<SupervisedWorker>(context_, std::move(launched), started, limits,
                                                     kill_, std::move(inner));
  member.worker->Watch();
  if (paused_) member.worker->PauseOutput(true, started);
  return 0;
}

void ProcessPool::Loop::Run() {
  LendSignals();
  WaitForSignal();
  asio::post(context_, [this] { FinishIfDone(); });
  running_ = true;
  scope_.Unblock();
  context_.run();
  SignalScope::Block();
  running_ = false;
  // A signal that was caught and not yet looked at.
  context_.restart();
  context_.poll();
}

void ProcessPool::Loop::LendSignals() {
  for (const int signal : kInterruptSignals) {
    if (!scope_.WasIgnored(signal)) signals_.add(signal);
  }
  SignalScope::RestartInterruptedCalls();
}

void ProcessPool::Loop::WaitForSignal() {
  signals_.async_wait([this](const error_code& error, int signal) {
    if (error) return;
    OnSignal(signal);
    WaitForSignal();
  });
}

void ProcessPool::Loop::OnSignal(int signal) {
  const auto now = SupervisedWorker::Clock::now();
  const bool interrupts = signal != SIGCHLD;
  const bool heeded = !interrupts || !members_.empty();
  if (interrupts) {
    if (heeded && on_interrupt) on_interrupt(signal);
    // The reader may be what does not answer.
    out_.Drop();
    err_.Drop();
    if (heeded) After(kOutputGrace, [this] { GiveUpOutput(); });
  }
  for (const auto& [id, member] : members_) {
    if (member.worker->IsClosed()) continue;
    if (interrupts) {
      member.worker->Interrupt(signal, now);
    } else {
      member.worker->Collect(now);
    }
  }
  if (!interrupts) reaper_.CollectEnded();
  if (!heeded) scope_.PassOn(signal);
  FinishIfDone();
}

// A process that adopts no orphans may have left some to us that it still needs.
bool ProcessPool::Loop::MaySweep() const {
  return std::none_of(members_.begin(), members_.end(), [](const auto& entry) {
    const Member& member = entry.second;
    return !member.adopts_orphans && !member.worker->Process().Ended();
  });
}

void ProcessPool::Loop::OnEnd(const SupervisedWorker& worker) {
  if (!worker.Process().Abandoned()) reaper_.Forget(worker.Process().Pid());
  // Who might still write is killed before what was written is read.
  if (MaySweep()) (void)reaper_.Sweep();
}

void ProcessPool::Loop::OnClosed(Id id) {
  const auto found = members_.find(id);
  Member member = std::move(found->second);
  members_.erase(found);
  if (member.on_end) member.on_end(member.worker->TakeRun());
  FinishIfDone();
}

void ProcessPool::Loop::FinishIfDone() {
  if (!members_.empty() || !out_.Empty() || !err_.Empty()) {
    leftover_deadline_.reset();
    return;
  }
  const auto now = SupervisedWorker::Clock::now();
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

SupervisedWorker* ProcessPool::Loop::Find(Id id) {
  const auto found = members_.find(id);
  return found == members_.end() ? nullptr : found->second.worker.get();
}

// Later: it may be asked for by what the process has just sent, while that is being read.
void ProcessPool::Loop::Expire(Id id) {
  asio::post(context_, [this, id] {
    if (SupervisedWorker* worker = Find(id)) worker->Expire(SupervisedWorker::Clock::now());
  });
}

void ProcessPool::Loop::PauseWhileFull() {
  const bool full = out_.Full() || err_.Full();
  if (full == paused_) return;
  paused_ = full;
  const auto now = SupervisedWorker::Clock::now();
  for (const auto& [id, member] : members_) member.worker->PauseOutput(full, now);
}

void ProcessPool::Loop::GiveUpOutput() {
  out_.GiveUp();
  err_.GiveUp();
  OnOutputChange();
}

void ProcessPool::Loop::OnOutputChange() {
  PauseWhileFull();
  FinishIfDone();
}

void ProcessPool::Loop::After(std::chrono::milliseconds delay, std::function<void()> act) {
  auto timer = std::make_shared<asio::steady_timer>(context_, delay);
  timer->async_wait([timer, act = std::move(act)](const error_code& error) {
    if (!error) act();
  });
}

ProcessPool::ProcessPool(KillFunction kill, SignalScope& signals, Outputs outputs)
    : loop_(
          WithoutBoost([&] { return std::make_unique<Loop>(std::move(kill), signals, outputs); })) {
}

ProcessPool::~ProcessPool() = default;

int ProcessPool::Start(const WorkerCommand& command, const WorkerLimits& limits, Hooks hooks,
                       Id& id) {
  return WithoutBoost([&] { return loop_->Start(command, limits, std::move(hooks), id); });
}

void ProcessPool::SetDeadline(Id id, Clock::time_point deadline) {
  if (SupervisedWorker* worker = loop_->Find(id)) worker->SetDeadline(deadline, Clock::now());
}

void ProcessPool::Expire(Id id) { loop_->Expire(id); }

void ProcessPool::Send(Id id, std::string_view bytes) {
  if (SupervisedWorker* worker = loop_->Find(id)) worker->Send(bytes);
}

pid_t ProcessPool::Pid(Id id) const {
  const SupervisedWorker* worker = loop_->Find(id);
  return worker == nullptr || worker->Process().Ended() ? -1 : worker->Process().Pid();
}

void ProcessPool::Write(Stream stream, std::string_view bytes) {
  loop_->Sink(stream).Write(bytes);
  loop_->PauseWhileFull();
}

void ProcessPool::GiveUpOutput() { loop_->GiveUpOutput(); }

bool ProcessPool::OutputFailed(Stream stream) const { return loop_->Sink(stream).Failed(); }

void ProcessPool::After(std::chrono::milliseconds delay, std::function<void()> act) {
  loop_->After(delay, std::move(act));
}

void ProcessPool::OnInterrupt(std::function<void(int signal)> act) {
  loop_->on_interrupt = std::move(act);
}

void ProcessPool::Run() {
  WithoutBoost([this] { loop_->Run(); });
}

}  // namespace kernodeck
