#ifndef KERNODECK_PLUGIN_DIAGNOSIS_PROCESS_POOL_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_PROCESS_POOL_H_

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>

#include "plugin/core/event.h"
#include "plugin/diagnosis/kill_ladder.h"
#include "plugin/diagnosis/signal_scope.h"
#include "plugin/diagnosis/supervisor.h"

namespace kernodeck {

// Processes that may be started at any time, supervised side by side in one loop: each by itself,
// with a limit that can be moved, what it writes handed over as it comes, and its end. The promises
// of RunWorkers() hold for it too: none of its processes is left when Run() returns, nor what they
// started, and INT, TERM and HUP end all of them. A process that adopts no orphans leaves them to
// this one; they are ended once no such process runs any more. Not thread-safe.
class ProcessPool {
 public:
  using Id = std::size_t;
  using Clock = std::chrono::steady_clock;

  // None may wait: nothing is supervised meanwhile. All may call the pool.
  struct Hooks {
    std::function<void(const Event&)> on_event;
    std::function<void(std::string_view)> on_output;  // none: kept, bounded, in the run
    std::function<void(std::string_view)> on_errors;  // of a command with `separate_errors`
    std::function<void(WorkerRun)> on_end;            // the last one, after all it wrote
  };
  // The standard output and error that Write() writes to.
  struct Outputs {
    int out = 1;
    int err = 2;
  };
  enum class Stream { kOut, kErr };

  // `signals` owns the signals until after this pool. Throws std::system_error
  // where the system has no descriptor left, as do Start() and Run().
  ProcessPool(KillFunction kill, SignalScope& signals, Outputs outputs);
  ~ProcessPool();
  ProcessPool(const ProcessPool&) = delete;
  ProcessPool& operator=(const ProcessPool&) = delete;

  // Starts a process; gives its errno where that failed, then nothing is heard of it.
  [[nodiscard]] int Start(const WorkerCommand& command, const WorkerLimits& limits, Hooks hooks,
                          Id& id);

  // The four that follow do nothing for a process that has ended.
  void SetDeadline(Id id, Clock::time_point deadline);  // time_point::max(): none
  void Expire(Id id);                                   // its time is up now
  void Send(Id id, std::string_view bytes);             // on a channel that goes both ways
  [[nodiscard]] pid_t Pid(Id id) const;                 // -1 for one that has ended

  // Writes without waiting for the reader. While it does not keep up the processes' output is not
  // read either, and their time stands still.
  void Write(Stream stream, std::string_view bytes);
  [[nodiscard]] bool OutputFailed(Stream stream) const;

  // Waits no more for whoever reads what was written, and writes no more.
  void GiveUpOutput();

  // Calls `act` once, that late, if Run() has not returned by then.
  void After(std::chrono::milliseconds delay, std::function<void()> act);

  // Called when a signal ends all processes, before they are told.
  void OnInterrupt(std::function<void(int signal)> act);

  // Returns when all processes have ended and what was written was taken, or was given up on a
  // signal.
  void Run();

 private:
  class Loop;
  std::unique_ptr<Loop> loop_;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_PROCESS_POOL_H_
