#include "plugin/diagnosis/worker_process.h"

#include <sys/wait.h>

#include <cerrno>
#include <csignal>
#include <utility>

#include "plugin/diagnosis/process_table.h"

namespace kernodeck {
namespace {

// The exit status of a worker that something else in this process collected: not 0, so it can
// never pass.
constexpr int kStatusLost = -1;

}  // namespace

WorkerProcess::WorkerProcess(pid_t pid, Clock::time_point started, const WorkerLimits& limits,
                             const KillFunction& kill)
    : pid_(pid),
      started_(started),
      deadline_(limits.computation == std::chrono::milliseconds::max()
                    ? Clock::time_point::max()
                    : started + limits.computation),
      kill_(kill),
      ladder_(pid, limits.term_grace, limits.kill_grace, kill),
      keep_events_(limits.keep_events),
      reader_(limits.max_report_bytes),
      output_(limits.max_output_bytes) {}

bool WorkerProcess::TakeChannel(std::string_view bytes, Clock::time_point now,
                                const std::function<void(const Event&)>& observer) {
  std::vector<Event> events;
  const bool valid = reader_.Feed(bytes, events);
  for (Event& event : events) {
    if (observer) observer(event);
    if (keep_events_) run_.events.push_back({std::move(event), now - started_});
  }
  if (!valid) {
    run_.channel_invalid = true;
    BeginLadder(Reason::kInvalidChannel, now);
  }
  return valid;
}

void WorkerProcess::BeginLadder(Reason reason, Clock::time_point now) {
  if (ended_ || ladder_.Begun()) return;
  // It may have ended by itself a moment ago: then that is its end.
  Collect(now);
  if (ended_) return;
  reason_ = reason;
  ladder_.Begin(now);
}

void WorkerProcess::Advance(Clock::time_point now) {
  if (ended_ || now < NextDue()) return;
  if (!ladder_.Begun()) {
    BeginLadder(Reason::kDeadline, now);
    return;
  }
  Collect(now);
  if (ended_) return;
  ladder_.Advance(now);
  if (!ladder_.Abandoned()) return;
  ProcessEnd end;
  end.kind = ProcessEnd::Kind::kCouldNotBeKilled;
  end.state = StateOf(pid_);
  End(std::move(end), now);
}

void WorkerProcess::Interrupt(int signal, Clock::time_point now) {
  if (!ladder_.Begun()) interrupting_signal_ = signal;
  BeginLadder(Reason::kInterrupted, now);
}

void WorkerProcess::Collect(Clock::time_point now) {
  if (ended_) return;
  siginfo_t info{};
  // The process is left uncollected first, so that its number, which is its group's, is still its
  // own when the group is killed.
  if (::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
      info.si_pid == 0) {
    return;
  }
  int wait_status = 0;
  if (info.si_pid == pid_) kill_(-pid_, SIGKILL);
  if (::waitpid(pid_, &wait_status, WNOHANG) == pid_) {
    End(EndOf(wait_status), now);
    return;
  }
  ProcessEnd end;
  end.kind = ProcessEnd::Kind::kExited;
  end.exit_status = kStatusLost;
  End(std::move(end), now);
}

ProcessEnd WorkerProcess::EndOf(int wait_status) const {
  ProcessEnd end;
  switch (reason_) {
    case Reason::kDeadline:
      end.kind = ProcessEnd::Kind::kTimedOut;
      return end;
    case Reason::kInterrupted:
      end.kind = ProcessEnd::Kind::kInterrupted;
      end.signal = interrupting_signal_;
      return end;
    case Reason::kNone:
    case Reason::kInvalidChannel:
      break;
  }
  if (WIFSIGNALED(wait_status)) {
    end.kind = ProcessEnd::Kind::kSignaled;
    end.signal = WTERMSIG(wait_status);
  } else {
    end.kind = ProcessEnd::Kind::kExited;
    end.exit_status = WEXITSTATUS(wait_status);
  }
  return end;
}

void WorkerProcess::End(ProcessEnd end, Clock::time_point now) {
  ended_ = true;
  run_.end = std::move(end);
  run_.total = now - started_;
}

WorkerProcess::Clock::time_point WorkerProcess::NextDue() const {
  return ladder_.Begun() ? ladder_.NextDue() : deadline_;
}

WorkerRun WorkerProcess::TakeRun() {
  // Who exits in the middle of a line wrote no whole report; who was killed there is judged by
  // that.
  if (run_.end.kind == ProcessEnd::Kind::kExited && reader_.HasPartialLine()) {
    run_.channel_invalid = true;
  }
  run_.output = output_.Text();
  return std::move(run_);
}

}  // namespace kernodeck
