// Covers G7, G13 and G18: what is seen of the devices around a test, and that nothing is asked of a
// driver that nobody has loaded.
#include "plugin/gtest/device_watch.h"

#include <gtest/gtest.h>

#include "tests/unit/gtest/standin_driver.h"

namespace kernodeck {
namespace {

struct DeviceWatchTest : testing::Test {
  StandinDevices devices;
  StandinDriver driver{devices};
  DeviceWatch watch{driver};
};

TEST_F(DeviceWatchTest, TellsNewContextsOnce) {
  devices.contexts = {0};
  watch.TakeContextsAsKnown();
  EXPECT_EQ(watch.NewContexts(), std::vector<int>());
  devices.contexts = {0, 2};
  EXPECT_EQ(watch.NewContexts(), std::vector<int>{2});
  EXPECT_EQ(watch.NewContexts(), std::vector<int>());
}

TEST_F(DeviceWatchTest, AContextThatWentAndCameBackIsNew) {
  devices.contexts = {0};
  watch.TakeContextsAsKnown();
  devices.contexts = {};
  EXPECT_TRUE(watch.NewContexts().empty());
  devices.contexts = {0};
  EXPECT_EQ(watch.NewContexts(), std::vector<int>{0});
}

TEST_F(DeviceWatchTest, AsksNothingOfADriverThatIsNotLoaded) {
  devices.loaded = false;
  devices.contexts = {0};
  devices.sync.number = 700;
  watch.TakeContextsAsKnown();
  EXPECT_TRUE(watch.NewContexts().empty());
  EXPECT_EQ(watch.Synchronize().number, 0);
  EXPECT_TRUE(devices.calls.empty());
}

TEST_F(DeviceWatchTest, GivesTheDriversError) {
  devices.sync = {700, 1, true};
  EXPECT_EQ(watch.Synchronize().number, 700);
}

TEST_F(DeviceWatchTest, CountsWhatIsLeftAllocated) {
  devices.memory = DeviceMemory{Bytes(900), Bytes(1000)};
  watch.BeginMemoryCheck(3, {});
  devices.memory = DeviceMemory{Bytes(700), Bytes(1000)};
  EXPECT_EQ(watch.LeftAllocated({}), 200U);
  EXPECT_EQ(devices.calls, (std::vector<std::string>{"contexts", "memory 3", "memory 3"}));
  EXPECT_EQ(watch.LeftAllocated({}), std::nullopt) << "the check has ended";
}

TEST_F(DeviceWatchTest, CountsOnEveryDeviceInUse) {
  devices.contexts = {0, 1};
  std::uint64_t allocated = 10;
  const MemoryReader reader = [&](int device) {
    return Bytes(device == 1 ? allocated : std::uint64_t{5});
  };
  watch.BeginMemoryCheck(0, reader);
  allocated = 52;
  EXPECT_EQ(watch.LeftAllocated(reader), 42U);
}

TEST_F(DeviceWatchTest, AsksForFreeMemoryOnlyOfADeviceInUse) {
  devices.memory = DeviceMemory{Bytes(900), Bytes(1000)};
  EXPECT_EQ(watch.Free(0), std::nullopt);
  devices.contexts = {0};
  EXPECT_EQ(watch.Free(0), 900U);
  EXPECT_EQ(watch.Free(1), std::nullopt);
  devices.loaded = false;
  EXPECT_EQ(watch.Free(0), std::nullopt);
}

TEST_F(DeviceWatchTest, LessThanBeforeIsNothingLeft) {
  devices.memory = DeviceMemory{Bytes(700), Bytes(1000)};
  watch.BeginMemoryCheck(0, {});
  devices.memory = DeviceMemory{Bytes(900), Bytes(1000)};
  EXPECT_EQ(watch.LeftAllocated({}), 0U);
}

TEST_F(DeviceWatchTest, ClaimsNothingWhereNobodyCanTell) {
  watch.BeginMemoryCheck(0, {});
  EXPECT_EQ(watch.LeftAllocated({}), std::nullopt);
  devices.memory = DeviceMemory{Bytes(700), Bytes(1000)};
  watch.BeginMemoryCheck(0, {});
  devices.memory.reset();
  EXPECT_EQ(watch.LeftAllocated({}), std::nullopt);
}

TEST_F(DeviceWatchTest, TakesTheUsersReaderBeforeTheDriver) {
  std::uint64_t allocated = 10;
  const MemoryReader reader = [&](int /*device*/) { return Bytes(allocated); };
  watch.BeginMemoryCheck(0, reader);
  allocated = 52;
  EXPECT_EQ(watch.LeftAllocated(reader), 42U);
  EXPECT_EQ(devices.calls, std::vector<std::string>{"contexts"});
}

}  // namespace
}  // namespace kernodeck
