#ifndef KERNODECK_TESTS_UNIT_GTEST_STANDIN_DRIVER_H_
#define KERNODECK_TESTS_UNIT_GTEST_STANDIN_DRIVER_H_

#include <optional>
#include <string>
#include <vector>

#include "plugin/gtest/device_driver.h"

namespace kernodeck {

// What the driver is to answer, and what was asked of it.
struct StandinDevices {
  bool loaded = true;
  bool loads = true;
  std::vector<int> contexts;
  SyncResult sync;
  std::optional<DeviceMemory> memory;
  int set_device_number = 0;
  std::vector<std::string> calls;
};

// A driver with the devices of a StandinDevices, which outlives it.
class StandinDriver : public DeviceDriver {
 public:
  explicit StandinDriver(StandinDevices& devices) : devices_(&devices) {}

  bool Loaded() override { return devices_->loaded; }
  bool Load() override {
    devices_->calls.emplace_back("load");
    devices_->loaded = devices_->loaded || devices_->loads;
    return devices_->loaded;
  }
  std::vector<int> ActiveContexts() override {
    devices_->calls.emplace_back("contexts");
    return devices_->contexts;
  }
  SyncResult SynchronizeAll() override {
    devices_->calls.emplace_back("synchronize");
    return devices_->sync;
  }
  std::optional<DeviceMemory> Memory(int device) override {
    devices_->calls.push_back("memory " + std::to_string(device));
    return devices_->memory;
  }
  int SetDevice(int device) override {
    devices_->calls.push_back("set " + std::to_string(device));
    return devices_->set_device_number;
  }
  std::optional<bool> CanAccessPeer(int /*from*/, int /*to*/) override { return std::nullopt; }
  std::optional<VersionNumber> DriverVersion() override { return std::nullopt; }
  std::optional<ComputeMode> Mode(int /*device*/) override { return std::nullopt; }
  std::optional<std::vector<MemoryHolder>> Holders(int /*device*/) override { return std::nullopt; }

 private:
  StandinDevices* devices_;
};

}  // namespace kernodeck

#endif  // KERNODECK_TESTS_UNIT_GTEST_STANDIN_DRIVER_H_
