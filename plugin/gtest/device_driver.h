#ifndef KERNODECK_PLUGIN_GTEST_DEVICE_DRIVER_H_
#define KERNODECK_PLUGIN_GTEST_DEVICE_DRIVER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernodeck/gpu.h"

namespace kernodeck {

// How waiting for the devices ended: the first error, if any.
struct SyncResult {
  int number = 0;       // CUDA's (or HIP's), 0 for none
  int device = -1;      // the device that gave it
  bool sticky = false;  // the device's context is of no use any more in this process
};

struct DeviceMemory {
  Bytes free;
  Bytes total;
};

enum class ComputeMode { kShared, kExclusive, kProhibited };

// The driver's library in this very process. No function but Load loads or initializes it: a test
// that needs no GPU leaves it untouched. In a process that was forked from the one that loaded it
// all answer as if there were none: CUDA is of no use there. Devices are indices among the visible
// ones. Not thread-safe.
class DeviceDriver {
 public:
  virtual ~DeviceDriver() = default;

  // Whether a driver's library is in this process, loaded by whomever.
  [[nodiscard]] virtual bool Loaded() = 0;
  // Loads and initializes it; false where that fails.
  virtual bool Load() = 0;

  // The devices whose primary context is active: those that this process uses. Under ROCm nothing
  // can be asked without starting the device, so there it is empty before Load.
  [[nodiscard]] virtual std::vector<int> ActiveContexts() = 0;
  // Waits for all work on these. Takes well under a microsecond where there are none.
  [[nodiscard]] virtual SyncResult SynchronizeAll() = 0;

  // Makes the device's primary context where it is not active, and keeps it: whoever asks is about
  // to use the device.
  [[nodiscard]] virtual std::optional<DeviceMemory> Memory(int device) = 0;
  // Makes `device` the current one of this thread, for the CUDA (or HIP) runtime too. Returns the
  // driver's number, 0 for success.
  [[nodiscard]] virtual int SetDevice(int device) = 0;
  [[nodiscard]] virtual std::optional<bool> CanAccessPeer(int from, int to) = 0;
  // The version of CUDA or HIP that the driver supports.
  [[nodiscard]] virtual std::optional<VersionNumber> DriverVersion() = 0;
  [[nodiscard]] virtual std::optional<ComputeMode> Mode(int device) = 0;
  // Who holds memory of the device, this process among them; loads NVML. For a terminal only.
  // Nothing where it cannot be asked.
  [[nodiscard]] virtual std::optional<std::vector<MemoryHolder>> Holders(int device) = 0;
};

// The names under which the libraries are looked for.
struct DriverLibraries {
  std::vector<std::string> cuda = {"libcuda.so.1"};
  std::vector<std::string> hip = {"libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5",
                                  "libamdhip64.so"};
  std::vector<std::string> nvml = {"libnvidia-ml.so.1"};
};

[[nodiscard]] std::unique_ptr<DeviceDriver> SystemDeviceDriver(DriverLibraries libraries = {});

// Whether an error of that number leaves the device's context of no use.
[[nodiscard]] bool IsSticky(int number);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_GTEST_DEVICE_DRIVER_H_
