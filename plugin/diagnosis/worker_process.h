#ifndef KERNODECK_PLUGIN_DIAGNOSIS_WORKER_PROCESS_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_WORKER_PROCESS_H_

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <string_view>

#include "plugin/core/event.h"
#include "plugin/diagnosis/bounded_output.h"
#include "plugin/diagnosis/kill_ladder.h"
#include "plugin/diagnosis/supervisor.h"

namespace kernodeck {

// One started worker: takes what it says, knows when its time is up, and how it ended. Holds no
// clock and no descriptor and never waits; whoever owns it feeds it.
class WorkerProcess {
 public:
  using Clock = std::chrono::steady_clock;

  WorkerProcess(pid_t pid, Clock::time_point started, const WorkerLimits& limits,
                const KillFunction& kill);

  // Bytes of the event channel. Calls `observer` for each event. Returns false once the channel is
  // not to be trusted; a worker that still runs is then being ended.
  [[nodiscard]] bool TakeChannel(std::string_view bytes, Clock::time_point now,
                                 const std::function<void(const Event&)>& observer);

  // Bytes of stdout and stderr.
  void TakeOutput(std::string_view bytes) { output_.Append(bytes); }

  // Does what is due: the deadline, or the next rung of the ladder.
  void Advance(Clock::time_point now);

  // The supervisor itself got `signal`.
  void Interrupt(int signal, Clock::time_point now);

  // Moves the limit; time_point::max() is none.
  void SetDeadline(Clock::time_point deadline) { deadline_ = deadline; }
  [[nodiscard]] Clock::time_point Deadline() const { return deadline_; }

  // Its time is up, whatever the limit was.
  void Expire(Clock::time_point now) { BeginLadder(Reason::kDeadline, now); }

  // Looks whether the process ended and, if so, kills what is left of its group and collects it.
  void Collect(Clock::time_point now);

  [[nodiscard]] bool Ended() const { return ended_; }
  [[nodiscard]] bool BeingEnded() const { return ladder_.Begun(); }
  [[nodiscard]] bool Abandoned() const { return ladder_.Abandoned(); }
  [[nodiscard]] pid_t Pid() const { return pid_; }

  // When Advance() has something to do next.
  [[nodiscard]] Clock::time_point NextDue() const;

  // What was seen of it; once, after it ended and its streams were drained.
  [[nodiscard]] WorkerRun TakeRun();

 private:
  enum class Reason { kNone, kDeadline, kInterrupted, kInvalidChannel };

  void BeginLadder(Reason reason, Clock::time_point now);
  void End(ProcessEnd end, Clock::time_point now);
  [[nodiscard]] ProcessEnd EndOf(int wait_status) const;

  pid_t pid_;
  Clock::time_point started_;
  Clock::time_point deadline_;
  KillFunction kill_;
  KillLadder ladder_;
  bool keep_events_;
  EventReader reader_;
  BoundedOutput output_;
  WorkerRun run_;
  Reason reason_ = Reason::kNone;
  int interrupting_signal_ = 0;
  bool ended_ = false;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_WORKER_PROCESS_H_
