// Covers G21: every question to the driver holds the lock, and its answer comes through.
#include "plugin/gtest/locked_driver.h"

#include <gtest/gtest.h>

#include <future>

#include "tests/unit/gtest/standin_driver.h"

namespace kernodeck {
namespace {

TEST(LockedDriver, PassesEveryCallOn) {
  StandinDevices devices;
  devices.contexts = {1};
  devices.sync.number = 700;
  devices.memory = DeviceMemory{Bytes(1), Bytes(2)};
  devices.set_device_number = 46;
  StandinDriver driver(devices);
  std::recursive_mutex mutex;
  LockedDriver locked(driver, mutex);
  EXPECT_TRUE(locked.Loaded() && locked.Load());
  EXPECT_EQ(locked.ActiveContexts(), std::vector<int>{1});
  EXPECT_EQ(locked.SynchronizeAll().number, 700);
  EXPECT_EQ(locked.Memory(3)->free, Bytes(1));
  EXPECT_EQ(locked.SetDevice(2), 46);
  EXPECT_FALSE(locked.CanAccessPeer(0, 1) || locked.DriverVersion() || locked.Mode(0) ||
               locked.Holders(0));
  EXPECT_EQ(devices.calls,
            (std::vector<std::string>{"load", "contexts", "synchronize", "memory 3", "set 2"}));
}

TEST(LockedDriver, WaitsForWhoHoldsTheLock) {
  StandinDevices devices;
  StandinDriver driver(devices);
  std::recursive_mutex mutex;
  LockedDriver locked(driver, mutex);
  std::unique_lock lock(mutex);
  std::future<bool> loaded = std::async(std::launch::async, [&] { return locked.Load(); });
  EXPECT_EQ(loaded.wait_for(std::chrono::milliseconds(50)), std::future_status::timeout);
  EXPECT_TRUE(devices.calls.empty());
  lock.unlock();
  EXPECT_TRUE(loaded.get());
}

}  // namespace
}  // namespace kernodeck
