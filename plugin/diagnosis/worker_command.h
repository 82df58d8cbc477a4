#ifndef KERNODECK_PLUGIN_DIAGNOSIS_WORKER_COMMAND_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_WORKER_COMMAND_H_

#include "plugin/diagnosis/diagnose.h"

namespace kernodeck {

// The command line of the worker for one diagnosis. `found` is the LibTorch to use, or none.
[[nodiscard]] WorkerCommand DiagnosisWorker(const DiagnosisRequest& request,
                                            const Installation& installation,
                                            const std::optional<LibTorchLocation>& found);

// The command line that hands the worker script to `interpreter`.
[[nodiscard]] WorkerCommand PythonWorker(const DiagnosisRequest& request,
                                         const std::filesystem::path& interpreter);

// The command line that makes `interpreter` say where its torch lies, without importing it.
[[nodiscard]] WorkerCommand LocatingWorker(const std::filesystem::path& interpreter);

// The command line of a worker that only asks the driver for the number of devices, without the
// variables of `unset`.
[[nodiscard]] WorkerCommand CountingWorker(const Installation& installation, bool rocm,
                                           const std::vector<std::string>& unset);

// The command line of a worker that asks the driver for all that it says, and makes no context.
[[nodiscard]] WorkerCommand DriverWorker(const Installation& installation, bool rocm);

// The command line of a worker that loads one library, as it is named, and says how that went.
[[nodiscard]] WorkerCommand LoadingWorker(const Installation& installation,
                                          const std::filesystem::path& directory,
                                          const std::string& library);

// The variables that a platform's driver reads to hide devices.
[[nodiscard]] const std::vector<std::string>& HidingVariables(bool rocm);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_WORKER_COMMAND_H_
