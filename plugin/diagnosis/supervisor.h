#ifndef KERNODECK_PLUGIN_DIAGNOSIS_SUPERVISOR_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_SUPERVISOR_H_

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "plugin/core/event.h"

namespace kernodeck {

// One process to start. A worker gets `arguments`, then `--channel FD` with the descriptor of its
// event channel.
struct WorkerCommand {
  std::filesystem::path executable;
  std::vector<std::string> arguments;
  std::vector<std::string> unset_variables;  // names that the worker must not inherit
  bool event_channel = true;  // false for a program that is not ours: no `--channel`, no events
  std::vector<std::pair<std::string, std::string>>
      set_variables{};  // beside those that it inherits
  // Where named, the channel goes both ways and stands in this variable as FD:PARENT'S PID, and no
  // argument is added.
  std::string channel_variable{};
  bool separate_errors = false;  // stderr is not mixed into stdout
  bool core_files = false;       // true for a user's program, if the limits allow it
  bool adopts_orphans = true;    // false for a user's program, which may count its own children
};

struct WorkerLimits {
  std::chrono::milliseconds computation{30'000};  // from the start to the end; max(): no limit
  std::chrono::milliseconds term_grace{200};      // after TERM, before KILL
  std::chrono::milliseconds kill_grace{500};      // after KILL, before the worker is abandoned
  std::size_t max_report_bytes = std::size_t{1} << 20U;
  std::size_t max_output_bytes = std::size_t{64}
                                 << 10U;  // of stdout and stderr, kept for --trace only
  bool keep_events = true;                // false: they are for the observer alone
};

// How the process ended. Never folded into one int.
struct ProcessEnd {
  enum class Kind {
    kExited,
    kSignaled,
    kTimedOut,
    kFailedToStart,
    kCouldNotBeKilled,
    kInterrupted
  };
  Kind kind = Kind::kFailedToStart;
  int exit_status = 0;  // kExited; -1: somebody else in this process collected it
  int signal = 0;       // kSignaled; kInterrupted: the signal that the supervisor itself got
  int start_error = 0;  // kFailedToStart: errno
  std::string state;    // kCouldNotBeKilled: the kernel's word for it, e.g. "D (disk sleep)"
};

struct TimedEvent {
  Event event;
  std::chrono::steady_clock::duration at{};  // since the worker was started
};

struct WorkerRun {
  ProcessEnd end;
  std::vector<TimedEvent> events;
  // Malformed, endless or too much, or cut in a line by a worker that exited. What came before is
  // in `events`; `end` is then how the worker, which is not let run on, really ended.
  bool channel_invalid = false;
  std::string output;  // stdout and stderr together, bounded; local evidence only
  std::chrono::steady_clock::duration total{};
};

// Called for each event as it arrives, with the worker's place in the list: for progress on a
// terminal. Must not wait: nothing is supervised meanwhile.
using EventObserver = std::function<void(std::size_t worker, const Event&)>;

// Starts all workers side by side, supervises each by itself and returns when all ended, in the
// order given, at the latest a second after the limit. Never throws for what a worker does; what
// the observer throws ends all workers and comes through. When it returns none of their processes
// runs any more, nor what they started (but those that could not be killed), and no descriptor is
// left open. INT, TERM and HUP, unless they are ignored, end all workers. Must be called from a
// process that is the command's own: it becomes a subreaper, and whatever it adopts meanwhile is
// taken for a worker's leftover (see orphan_reaper.h). Not thread-safe.
[[nodiscard]] std::vector<WorkerRun> RunWorkers(const std::vector<WorkerCommand>& commands,
                                                const WorkerLimits& limits,
                                                const EventObserver& observer = nullptr);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_SUPERVISOR_H_
