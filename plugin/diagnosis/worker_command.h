#ifndef KERNODECK_PLUGIN_DIAGNOSIS_WORKER_COMMAND_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_WORKER_COMMAND_H_

#include "plugin/diagnosis/diagnose.h"

namespace kernodeck {

// The command line of the worker for one diagnosis. `found` is the LibTorch to use, or none.
[[nodiscard]] WorkerCommand DiagnosisWorker(const DiagnosisRequest& request,
                                            const Installation& installation,
                                            const std::optional<LibTorchLocation>& found);

// The command line of a worker that only asks the driver for the number of devices, without
// `unset_variables`.
[[nodiscard]] WorkerCommand CountingWorker(const Installation& installation, bool rocm,
                                           std::vector<std::string> unset_variables);

// The variables that a platform's driver reads to hide devices.
[[nodiscard]] const std::vector<std::string>& HidingVariables(bool rocm);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_WORKER_COMMAND_H_
