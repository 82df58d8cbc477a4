#ifndef KERNODECK_PLUGIN_REPORT_DIAGNOSTIC_REPORT_H_
#define KERNODECK_PLUGIN_REPORT_DIAGNOSTIC_REPORT_H_

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernodeck/stage.h"
#include "kernodeck/verdict.h"

namespace kernodeck {

// The content of a report, before it is written in one of the formats.
//
// Privacy is by construction: a report is written from this struct alone, and no field of it can
// rightly hold a path, a name of a user, host or session, a variable's value, a package list, or
// the raw text of an exception or of the loader. Texts are either ours (from the tables of codes
// and causes), the caller's own labels, or bare words that a library, a device or a tool gives
// itself (a version, a device's name, an error's name). Before adding a field, make sure that it is
// one of these; what people need beyond that goes to the local file of --trace.
//
// What was not reached or not asked is empty, and null in JSON: neither zero nor a fault.

// The words that some of the text fields are limited to; the schema lists the same.
inline constexpr std::array<std::string_view, 3> kBackends = {"cuda", "rocm", "cpu"};
inline constexpr std::array<std::string_view, 4> kTensors = {"product", "loss", "gradient_a",
                                                             "gradient_b"};
inline constexpr std::array<std::string_view, 5> kHostResults = {"ok", "not_found", "failed",
                                                                 "timed_out", "unreadable"};

enum class StageResult { kPassed, kFailed, kNotReached };

struct StageReport {
  Stage stage = Stage::kImport;
  StageResult result = StageResult::kNotReached;
  std::optional<std::chrono::duration<double>> seconds;
};

struct DeviceReport {
  int index = 0;
  std::string name;
  std::optional<std::uint64_t> total_memory_bytes;
  std::optional<std::string> compute_capability;  // "9.0"; CUDA
  std::optional<std::string> arch;                // "gfx90a"; ROCm
};

struct RuntimeReport {
  std::string system;   // "Linux"
  std::string machine;  // "x86_64"
  std::string kernodeck_version;
  std::string compiler;
  std::optional<std::string> python_version;
};

struct TorchReport {
  std::optional<std::string> version;
  std::optional<std::string> cuda_build;
  std::optional<std::string> hip_build;
  std::optional<std::string> backend;  // one of kBackends
  std::optional<bool> gpu_available;
  std::optional<int> visible_device_count;
  std::optional<std::vector<DeviceReport>> devices;
  std::optional<bool> same_as_caller;
};

struct DriverReport {
  std::optional<bool> library_found;
  std::optional<int> error;
  std::optional<std::string> error_name;  // "CUDA_ERROR_NO_DEVICE"
  std::optional<std::string> version;     // "13.0": the CUDA version that the driver supports
};

struct Mismatch {
  std::string tensor;      // one of kTensors
  std::vector<int> index;  // empty for the loss
  float got = 0;
  float want = 0;
  std::string device;
};

struct ExecutionReport {
  std::string requested;              // "gpu", "cpu", "cuda:1"
  std::optional<std::string> device;  // where the computation really ran
  std::optional<bool> product_verified;
  std::optional<bool> gradient_verified;
  std::optional<bool> synchronized;
  std::optional<float> loss;
  std::vector<Mismatch> mismatch;
};

// The verdict on one of several devices that were checked side by side.
struct DeviceVerdict {
  int index = 0;
  Verdict verdict;
  std::vector<StageReport> stages;  // kDiagnosisStages, in order
  ExecutionReport execution;
  std::chrono::duration<double> total{};
};

struct HostReport {
  std::string tool;    // "nvidia-smi"
  std::string result;  // one of kHostResults
  std::optional<std::string> driver_version;
  std::vector<std::optional<std::uint64_t>> total_memory_mib;  // one entry a card
};

struct DiagnosticReport {
  Verdict verdict;
  std::vector<std::pair<std::string, std::string>> labels;  // in the order given
  std::vector<StageReport> stages;                          // kDiagnosisStages, in order
  RuntimeReport runtime;
  TorchReport torch;
  std::optional<DriverReport> driver;  // nothing in CPU mode: not asked
  ExecutionReport execution;
  // Every device by index, where all were asked for; `verdict`, `stages`, `torch`, `driver` and
  // `execution` are then those of the device that decided.
  std::optional<std::vector<DeviceVerdict>> devices;
  std::optional<HostReport> host;
  std::chrono::duration<double> total{};
  std::chrono::system_clock::time_point created_at;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_REPORT_DIAGNOSTIC_REPORT_H_
