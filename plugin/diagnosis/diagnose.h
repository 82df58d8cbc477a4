#ifndef KERNODECK_PLUGIN_DIAGNOSIS_DIAGNOSE_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_DIAGNOSE_H_

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "plugin/diagnosis/installation.h"
#include "plugin/diagnosis/libtorch_locator.h"
#include "plugin/diagnosis/supervisor.h"
#include "plugin/report/diagnostic_report.h"

namespace kernodeck {

enum class Target { kGpu, kCpu };

struct DiagnosisRequest {
  Target target = Target::kGpu;
  int device_index = 0;
  std::string requested = "gpu";  // as the caller spelled it: "gpu", "cpu", "cuda:1"
  std::chrono::milliseconds time_limit{30'000};
  std::optional<std::filesystem::path> libtorch;  // --libtorch or KERNODECK_LIBTORCH
  std::optional<int> expect_devices;
  bool check_exit = false;
  bool host_check = false;
  std::optional<std::filesystem::path> python;  // --python: check this interpreter's torch instead
  bool all_devices = false;                     // one worker for every visible device, side by side
  std::optional<pid_t> caller;                  // check the LibTorch that this process has mapped
  std::vector<std::pair<std::string, std::string>> labels;
};

// Reads a variable of the environment; passed in so that tests set it.
using Environment = std::function<std::optional<std::string>(const std::string& name)>;

struct DiagnosisOutcome {
  DiagnosticReport report;
  std::string trace;  // local evidence: paths and raw texts, for --trace only
  std::optional<int>
      interrupted_by_signal;  // then there is no verdict and `report` is not to be used
};

// Runs one diagnosis: finds LibTorch or the interpreter, supervises the workers, judges. Never
// throws for what it diagnoses. Not thread-safe: it owns the process's children while it runs.
[[nodiscard]] DiagnosisOutcome Diagnose(const DiagnosisRequest& request,
                                        const Installation& installation,
                                        const Environment& environment,
                                        const EventObserver& observer = nullptr);

// A report of a passing check that could not be saved or printed: its verdict becomes
// OUTPUT_WRITE_FAILED at stage `report`; what was measured stays. A failing check keeps its
// verdict.
void MarkOutputFailed(DiagnosticReport& report, Cause cause);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_DIAGNOSE_H_
