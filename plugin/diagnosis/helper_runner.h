#ifndef KERNODECK_PLUGIN_DIAGNOSIS_HELPER_RUNNER_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_HELPER_RUNNER_H_

#include <chrono>
#include <optional>

#include "plugin/diagnosis/supervisor.h"

namespace kernodeck {

// Runs the small programs that a diagnosis asks beside its worker (an interpreter, nvidia-smi, a
// second count), one after the other. Once a signal interrupted one of them no other is started.
// Not thread-safe.
class HelperRunner {
 public:
  // The run of `command`, `limit` at most; nothing once interrupted, or where no time is left.
  [[nodiscard]] std::optional<WorkerRun> Run(const WorkerCommand& command,
                                             std::chrono::milliseconds limit);

  // The signal that interrupted one of them.
  [[nodiscard]] std::optional<int> InterruptedBySignal() const { return interrupted_by_signal_; }

 private:
  std::optional<int> interrupted_by_signal_;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_HELPER_RUNNER_H_
