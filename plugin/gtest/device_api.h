#ifndef KERNODECK_PLUGIN_GTEST_DEVICE_API_H_
#define KERNODECK_PLUGIN_GTEST_DEVICE_API_H_

#include <optional>
#include <string>
#include <vector>

#include "kernodeck/gpu.h"
#include "plugin/gtest/device_driver.h"

namespace kernodeck {

// The calls of one driver's library that DeviceDriver is made of, which says what they mean.
class DeviceApi {
 public:
  virtual ~DeviceApi() = default;

  [[nodiscard]] virtual int Init() = 0;
  [[nodiscard]] virtual std::vector<int> ActiveContexts() = 0;
  // Of a device whose context is active.
  [[nodiscard]] virtual int Synchronize(int device) = 0;
  [[nodiscard]] virtual std::optional<DeviceMemory> Memory(int device) = 0;
  [[nodiscard]] virtual int SetDevice(int device) = 0;
  [[nodiscard]] virtual std::optional<bool> CanAccessPeer(int from, int to) = 0;
  [[nodiscard]] virtual std::optional<VersionNumber> DriverVersion() = 0;
  [[nodiscard]] virtual std::optional<ComputeMode> Mode(int device) = 0;
  // The name of the device for NVML; empty where NVML does not know it.
  [[nodiscard]] virtual std::string PciBusId(int device) = 0;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_GTEST_DEVICE_API_H_
