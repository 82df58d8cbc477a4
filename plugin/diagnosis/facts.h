#ifndef KERNODECK_PLUGIN_DIAGNOSIS_FACTS_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_FACTS_H_

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "plugin/diagnosis/supervisor.h"
#include "plugin/report/diagnostic_report.h"

namespace kernodeck {

// What a worker's events say, checked for being possible: known names, known keys, numbers that are
// numbers, stages in their order. The first event that is not possible ends the reading; what came
// before it is kept.

struct Span {
  std::optional<std::chrono::steady_clock::duration> begun;
  std::optional<std::chrono::steady_clock::duration> ended;
  [[nodiscard]] bool Open() const { return begun && !ended; }
};

struct Failure {
  Stage stage = Stage::kImport;
  std::string kind;                         // a word of the protocol, e.g. "runtime"
  std::optional<int> number;                // the driver's or the runtime's own
  std::string call;                         // which call gave it, e.g. "cuInit"
  std::string detail;                       // a bare library or version name
  std::optional<std::uint64_t> free_bytes;  // the device's free memory right after
  std::optional<int> retry_number;          // what a small driver allocation gave right after
  std::optional<int> cudnn_status;          // cuDNN's own status, where cuDNN refused something
  bool forked = false;                      // in a child of the process that initialized the driver
};

struct DriverFacts {
  DriverReport report;
  std::string call;                 // the call that `report.error` is of
  bool broken = false;              // a driver library is there, and is none
  bool truncated = false;           // so that LibTorch, which loads it, was not loaded
  std::optional<int> device_count;  // what the driver counts
  std::string refused_node;         // "EACCES" or "EPERM": how opening a device node was refused
};

// What the machine itself showed of its driver where that failed.
struct MachineFacts {
  bool kernel_module = false;
  bool device_nodes = false;
  bool container = false;
  bool wsl = false;
  std::optional<std::string> kernel_version;   // of the kernel module
  std::optional<std::string> library_version;  // of the loaded library
};

struct Values {
  std::vector<float> data;
  std::string device;  // where they were computed: "cpu", "cuda:0"
};

struct Facts {
  bool greeted = false;                              // the worker said its first word
  std::array<Span, kDiagnosisStages.size()> stages;  // by place in kDiagnosisStages
  Span driver_check;
  Span context;  // the primary context, begun on a second thread
  std::optional<DriverFacts> driver;
  std::optional<MachineFacts> machine;
  TorchReport torch;
  std::optional<std::string> python_version;
  std::optional<std::string>
      package;  // what a Python finds under the name torch: a path, never in a report
  bool package_is_rocm = false;
  std::optional<bool> gpu_library_beside;
  std::map<std::string, std::pair<std::uint64_t, std::uint64_t>>
      libraries;  // stem -> device, inode
  std::map<std::string, Values> values;
  std::optional<Failure> failure;
  bool done = false;
  std::vector<std::string> trace;
  std::optional<std::string> contradiction;  // why the rest was not read; fixed words of ours

  [[nodiscard]] const Span& At(Stage stage) const {
    return stages.at(static_cast<std::size_t>(stage));
  }
};

[[nodiscard]] Facts ReadFacts(const std::vector<TimedEvent>& events);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_FACTS_H_
