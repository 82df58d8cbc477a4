#ifndef KERNODECK_PLUGIN_DIAGNOSIS_KILL_LADDER_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_KILL_LADDER_H_

#include <sys/types.h>

#include <chrono>
#include <functional>

namespace kernodeck {

// kill(2), or a stand-in for it in tests. A negative number names a process group.
using KillFunction = std::function<int(pid_t process_or_group, int signal)>;

// Ends one worker and its process group: TERM, after a grace KILL, after another abandon (D15).
// Holds no clock and never waits: whoever owns it calls Advance() when NextDue() has come.
class KillLadder {
 public:
  using Clock = std::chrono::steady_clock;

  KillLadder(pid_t worker, std::chrono::milliseconds term_grace,
             std::chrono::milliseconds kill_grace, KillFunction kill);

  // Sends TERM, unless the ladder was begun before.
  void Begin(Clock::time_point now);

  // Climbs to the next rung when it is due. The last one kills what descends from the worker, which
  // would otherwise outlive the supervisor.
  void Advance(Clock::time_point now);

  [[nodiscard]] bool Begun() const { return rung_ != Rung::kNone; }
  [[nodiscard]] bool Abandoned() const { return rung_ == Rung::kAbandoned; }

  // When the next rung is due; meaningful once begun and not yet abandoned.
  [[nodiscard]] Clock::time_point NextDue() const { return next_due_; }

 private:
  enum class Rung { kNone, kTerm, kKill, kAbandoned };

  void Send(int signal);

  pid_t worker_;
  std::chrono::milliseconds term_grace_;
  std::chrono::milliseconds kill_grace_;
  KillFunction kill_;
  Rung rung_ = Rung::kNone;
  Clock::time_point next_due_{};
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_KILL_LADDER_H_
