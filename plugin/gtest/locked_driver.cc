#include "plugin/gtest/locked_driver.h"

namespace kernodeck {

bool LockedDriver::Loaded() {
  return Locked([](DeviceDriver& driver) { return driver.Loaded(); });
}

bool LockedDriver::Load() {
  return Locked([](DeviceDriver& driver) { return driver.Load(); });
}

std::vector<int> LockedDriver::ActiveContexts() {
  return Locked([](DeviceDriver& driver) { return driver.ActiveContexts(); });
}

SyncResult LockedDriver::SynchronizeAll() {
  return Locked([](DeviceDriver& driver) { return driver.SynchronizeAll(); });
}

std::optional<DeviceMemory> LockedDriver::Memory(int device) {
  return Locked([=](DeviceDriver& driver) { return driver.Memory(device); });
}

int LockedDriver::SetDevice(int device) {
  return Locked([=](DeviceDriver& driver) { return driver.SetDevice(device); });
}

std::optional<bool> LockedDriver::CanAccessPeer(int from, int to) {
  return Locked([=](DeviceDriver& driver) { return driver.CanAccessPeer(from, to); });
}

std::optional<VersionNumber> LockedDriver::DriverVersion() {
  return Locked([](DeviceDriver& driver) { return driver.DriverVersion(); });
}

std::optional<ComputeMode> LockedDriver::Mode(int device) {
  return Locked([=](DeviceDriver& driver) { return driver.Mode(device); });
}

std::optional<std::vector<MemoryHolder>> LockedDriver::Holders(int device) {
  return Locked([=](DeviceDriver& driver) { return driver.Holders(device); });
}

}  // namespace kernodeck
