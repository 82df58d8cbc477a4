#include "plugin/diagnosis/helper_runner.h"

namespace kernodeck {

std::optional<WorkerRun> HelperRunner::Run(const WorkerCommand& command,
                                           std::chrono::milliseconds limit) {
  if (interrupted_by_signal_ || limit <= std::chrono::milliseconds::zero()) return std::nullopt;
  WorkerLimits limits;
  limits.computation = limit;
  WorkerRun run = RunWorkers({command}, limits).front();
  if (run.end.kind == ProcessEnd::Kind::kInterrupted) {
    interrupted_by_signal_ = run.end.signal;
    return std::nullopt;
  }
  return run;
}

}  // namespace kernodeck
