#ifndef KERNODECK_PLUGIN_DIAGNOSIS_WORKER_LAUNCHER_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_WORKER_LAUNCHER_H_

#include <sys/types.h>

#include "plugin/diagnosis/supervisor.h"
#include "plugin/diagnosis/unique_fd.h"

namespace kernodeck {

// A worker that was started, or why it was not.
struct LaunchedWorker {
  pid_t pid = -1;
  UniqueFd channel;  // our end of the event channel, non-blocking
  UniqueFd output;   // read end of stdout, and of stderr where that is not apart, non-blocking
  UniqueFd errors;   // read end of stderr where it is apart, non-blocking
  int error = 0;     // errno; 0 when the worker runs
};

// Starts the worker as child_setup.h says. Descriptors 0, 1 and 2 must be open and all signals
// blocked. The caller owns the process: it is neither ended nor collected here.
[[nodiscard]] LaunchedWorker LaunchWorker(const WorkerCommand& command);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_WORKER_LAUNCHER_H_
