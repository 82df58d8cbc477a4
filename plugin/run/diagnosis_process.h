#ifndef KERNODECK_PLUGIN_RUN_DIAGNOSIS_PROCESS_H_
#define KERNODECK_PLUGIN_RUN_DIAGNOSIS_PROCESS_H_

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "kernodeck/verdict.h"
#include "plugin/diagnosis/supervisor.h"

namespace kernodeck {

// The command line of the diagnosis that a run hands to its tests: of what process `caller` has
// loaded, or of `libtorch`, or of what the command finds by itself.
[[nodiscard]] WorkerCommand DiagnosisCommand(const std::filesystem::path& command,
                                             const std::vector<std::string>& arguments,
                                             std::optional<pid_t> caller,
                                             const std::filesystem::path& libtorch);

// The report that the diagnosis printed, and its verdict. Where it is none, or the process did not
// end as its report says, both are made here.
struct DiagnosisAnswer {
  std::string report;
  Verdict verdict;
};
[[nodiscard]] DiagnosisAnswer ReadAnswer(const std::string& output, const ProcessEnd& end);

// The folder of the LibTorch that a process has loaded; empty where there is none.
[[nodiscard]] std::filesystem::path LibTorchOf(pid_t process);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_RUN_DIAGNOSIS_PROCESS_H_
