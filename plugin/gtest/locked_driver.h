#ifndef KERNODECK_PLUGIN_GTEST_LOCKED_DRIVER_H_
#define KERNODECK_PLUGIN_GTEST_LOCKED_DRIVER_H_

#include <mutex>
#include <optional>
#include <vector>

#include "plugin/gtest/device_driver.h"

namespace kernodeck {

// A driver whose every call holds a mutex: for whoever asks it while others go on.
class LockedDriver : public DeviceDriver {
 public:
  // Both outlive it.
  LockedDriver(DeviceDriver& driver, std::recursive_mutex& mutex)
      : driver_(&driver), mutex_(&mutex) {}

  bool Loaded() override;
  bool Load() override;
  [[nodiscard]] std::vector<int> ActiveContexts() override;
  [[nodiscard]] SyncResult SynchronizeAll() override;
  [[nodiscard]] std::optional<DeviceMemory> Memory(int device) override;
  [[nodiscard]] int SetDevice(int device) override;
  [[nodiscard]] std::optional<bool> CanAccessPeer(int from, int to) override;
  [[nodiscard]] std::optional<VersionNumber> DriverVersion() override;
  [[nodiscard]] std::optional<ComputeMode> Mode(int device) override;
  [[nodiscard]] std::optional<std::vector<MemoryHolder>> Holders(int device) override;

 private:
  template <typename Call>
  auto Locked(Call call) {
    const std::lock_guard lock(*mutex_);
    return call(*driver_);
  }

  DeviceDriver* driver_;
  std::recursive_mutex* mutex_;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_GTEST_LOCKED_DRIVER_H_
