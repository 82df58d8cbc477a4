#ifndef KERNODECK_PLUGIN_DIAGNOSIS_DEVICE_CHECKS_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_DEVICE_CHECKS_H_

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <vector>

#include "plugin/diagnosis/diagnose.h"
#include "plugin/diagnosis/facts.h"
#include "plugin/diagnosis/helper_runner.h"

namespace kernodeck {

// What is checked: the LibTorch that was found, or an interpreter's torch.
struct CheckTarget {
  LibTorchSearch search;
  std::optional<std::filesystem::path> interpreter;
};

// One worker, and what it found out about the device that it was given.
struct DeviceCheck {
  int index = 0;
  Facts facts;
  WorkerRun run;
};

struct DeviceChecks {
  std::vector<DeviceCheck> checks;      // in the order of the indices
  std::optional<WorkerRun> driver_run;  // beside Python workers
  std::optional<int> interrupted_by_signal;
};

// A driver may claim devices by the ten thousands, and as many processes would take the machine
// down.
inline constexpr std::size_t kMostSideBySide = 64;

// One worker a device, side by side, each with its own verdict to come: none delays another, and
// all have `limit`. Of more than kMostSideBySide the next ones start when those before them ended,
// in what they left of `limit`; one whose turn did not come timed out. `observer` gets the events
// of all.
[[nodiscard]] DeviceChecks CheckDevices(const DiagnosisRequest& request,
                                        const Installation& installation, const CheckTarget& target,
                                        const std::vector<int>& indices,
                                        std::chrono::milliseconds limit,
                                        const EventObserver& observer);

// The devices to check, by asking the driver for their number: all of them, or the first one where
// it counts none and the check is to say why. Where the driver gave no answer at all, what the run
// that asked it found.
struct DevicePlan {
  int counted = 0;
  std::vector<int> indices;
  std::optional<DeviceCheck> unanswered;
};
[[nodiscard]] DevicePlan PlanAllDevices(const Installation& installation, bool rocm,
                                        std::chrono::milliseconds limit, HelperRunner& helpers);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_DEVICE_CHECKS_H_
