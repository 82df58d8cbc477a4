// Covers G2, G7, G18 and G21: the driver in this process is never touched before it is needed,
// errors come from the device that has them, and a forked child leaves it alone.
#include "plugin/gtest/device_driver.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

#include "tests/unit/gtest/test_support.h"
#include "tests/unit/report/in_child.h"

namespace kernodeck {
namespace {

void* LoadByOther() { return dlopen((Standins() / "fake_driver/libcuda.so.1").c_str(), RTLD_NOW); }

// As LibTorch does: initializes the driver and takes the context of `device`.
void UseByOther(void* library, int device) {
  void* context = nullptr;
  reinterpret_cast<int (*)(unsigned int)>(dlsym(library, "cuInit"))(0);
  reinterpret_cast<int (*)(void**, int)>(dlsym(library, "cuDevicePrimaryCtxRetain"))(&context,
                                                                                     device);
}

void* CurrentContext(void* library) {
  void* context = nullptr;
  reinterpret_cast<int (*)(void**)>(dlsym(library, "cuCtxGetCurrent"))(&context);
  return context;
}

TEST(DeviceDriverTest, IsLeftAloneByATestThatUsesNone) {
  EXPECT_EQ(InFreshProcess({},
                           [] {
                             const auto driver = SystemDeviceDriver(FakeCuda());
                             std::string seen = driver->Loaded() ? "loaded " : "";
                             seen += Text(driver->ActiveContexts()) + " " +
                                     Text(driver->SynchronizeAll());
                             void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
                             return seen + (library != nullptr ? " was loaded" : "");
                           }),
            "[] 0 on -1");
}

TEST(DeviceDriverTest, AnswersOfADriverThatNobodyInitialized) {
  EXPECT_EQ(InFreshProcess({{"KERNODECK_FAKE_COUNT", "2"}},
                           [] {
                             LoadByOther();
                             const auto driver = SystemDeviceDriver(FakeCuda());
                             return std::string(driver->Loaded() ? "loaded " : "none ") +
                                    (driver->Memory(0) ? "memory " : "") +
                                    Text(driver->ActiveContexts()) + " " +
                                    Text(driver->SynchronizeAll());
                           }),
            "loaded [] 0 on -1");
}

TEST(DeviceDriverTest, SeesAContextThatAppearsAtAnyTime) {
  EXPECT_EQ(InFreshProcess({{"KERNODECK_FAKE_COUNT", "3"}},
                           [] {
                             const auto driver = SystemDeviceDriver(FakeCuda());
                             std::string seen = Text(driver->ActiveContexts());
                             UseByOther(LoadByOther(), 2);
                             seen.append(" ").append(Text(driver->ActiveContexts()));
                             return seen + " " + Text(driver->SynchronizeAll());
                           }),
            "[] [2] 0 on -1");
}

TEST(DeviceDriverTest, ChargesAnErrorToItsDevice) {
  EXPECT_EQ(InFreshProcess({{"KERNODECK_FAKE_COUNT", "2"}, {"KERNODECK_FAKE_SYNCHRONIZE", "0,700"}},
                           [] {
                             void* const library = LoadByOther();
                             UseByOther(library, 0);
                             UseByOther(library, 1);
                             const auto driver = SystemDeviceDriver(FakeCuda());
                             const std::string seen = Text(driver->SynchronizeAll());
                             return seen +
                                    (CurrentContext(library) == nullptr ? "" : ", thread changed");
                           }),
            "700 on 1, sticky");
}

TEST(DeviceDriverTest, AnErrorThatComesAgainIsSticky) {
  const auto synchronize = [] {
    UseByOther(LoadByOther(), 0);
    const auto driver = SystemDeviceDriver(FakeCuda());
    return Text(driver->SynchronizeAll());
  };
  EXPECT_EQ(InFreshProcess({{"KERNODECK_FAKE_SYNCHRONIZE", "701"}}, synchronize),
            "701 on 0, sticky");
  EXPECT_EQ(InFreshProcess({{"KERNODECK_FAKE_SYNCHRONIZE", "701"}, {"KERNODECK_FAKE_ONCE", "1"}},
                           synchronize),
            "701 on 0");
  EXPECT_EQ(InFreshProcess({{"KERNODECK_FAKE_SYNCHRONIZE", "719"}, {"KERNODECK_FAKE_ONCE", "1"}},
                           synchronize),
            "719 on 0, sticky");
}

TEST(DeviceDriverTest, AContextThatCannotBeTakenAnyMoreIsAnError) {
  EXPECT_EQ(InFreshProcess({},
                           [] {
                             UseByOther(LoadByOther(), 0);
                             setenv("KERNODECK_FAKE_CONTEXT", "999", 1);
                             return Text(SystemDeviceDriver(FakeCuda())->SynchronizeAll());
                           }),
            "999 on 0, sticky");
}

TEST(DeviceDriverTest, StickyNumbersAreThoseOfTheTable) {
  for (const int number : {214, 226, 700, 709, 719}) EXPECT_TRUE(IsSticky(number)) << number;
  for (const int number : {0, 1, 2, 46, 209, 701, 999}) EXPECT_FALSE(IsSticky(number)) << number;
}

TEST(DeviceDriverTest, IsLoadedAndInitializedOnDemand) {
  EXPECT_EQ(InFreshProcess({{"KERNODECK_FAKE_COUNT", "2"}},
                           [] {
                             const auto driver = SystemDeviceDriver(FakeCuda());
                             const bool usable = driver->Load();
                             return std::string(usable ? "usable " : "no ") +
                                    (driver->Loaded() ? "loaded " : "none ") +
                                    Text(driver->ActiveContexts()) + " " +
                                    ToString(driver->DriverVersion().value_or(VersionNumber()));
                           }),
            "usable loaded [] 13.0");
  EXPECT_EQ(InFreshProcess({{"KERNODECK_FAKE_CUINIT", "802"}},
                           [] {
                             const auto driver = SystemDeviceDriver(FakeCuda());
                             return std::string(driver->Load() ? "usable" : "no");
                           }),
            "no");
}

TEST(DeviceDriverTest, ALibraryWithoutTheFunctionsIsNoDriver) {
  EXPECT_EQ(InFreshProcess({},
                           [] {
                             DriverLibraries libraries = FakeCuda();
                             libraries.cuda = {Standins() / "symbolless_driver/libcuda.so.1"};
                             const auto driver = SystemDeviceDriver(libraries);
                             const std::string seen = driver->Load() ? "usable " : "no ";
                             return seen + Text(driver->SynchronizeAll());
                           }),
            "no 0 on -1");
}

TEST(DeviceDriverTest, AsksForMemoryWithAContextThatStays) {
  EXPECT_EQ(InFreshProcess(
                {{"KERNODECK_FAKE_FREE", "5368709120"}, {"KERNODECK_FAKE_MEMORY", "8589934592"}},
                [] {
                  const auto driver = SystemDeviceDriver(FakeCuda());
                  std::string seen = driver->Memory(0) ? "early " : "";
                  if (!driver->Load()) return std::string("no driver");
                  const auto memory = driver->Memory(0);
                  if (!memory) return std::string("no memory");
                  seen += ToString(memory->free) + " of " + ToString(memory->total);
                  seen += driver->Memory(1) ? " and of none" : "";
                  return seen + " " + Text(driver->ActiveContexts());
                }),
            "5 GiB of 8 GiB [0]");
}

TEST(DeviceDriverTest, SetsTheDeviceThroughTheRuntimeWhereThereIsOne) {
  EXPECT_EQ(InFreshProcess({{"KERNODECK_FAKE_COUNT", "4"}},
                           [] {
                             const std::string file = Standins() / "fake_runtime/libfake_cudart.so";
                             void* const runtime = dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);
                             auto* const current = reinterpret_cast<int (*)()>(
                                 dlsym(runtime, "fake_cuda_runtime_device"));
                             const auto driver = SystemDeviceDriver(FakeCuda());
                             std::string seen = std::to_string(driver->SetDevice(1));
                             if (!driver->Load()) return std::string("no driver");
                             seen.append(" ").append(std::to_string(driver->SetDevice(3)));
                             seen.append(" ").append(std::to_string(driver->SetDevice(4)));
                             return seen + " device " + std::to_string(current());
                           }),
            "3 0 101 device 3")
      << "3: not initialized; 101: no such device";
}

TEST(DeviceDriverTest, SetsTheDeviceThroughTheDriverElse) {
  EXPECT_EQ(InFreshProcess({{"KERNODECK_FAKE_COUNT", "2"}},
                           [] {
                             void* const library = LoadByOther();
                             const auto driver = SystemDeviceDriver(FakeCuda());
                             if (!driver->Load()) return std::string("no driver");
                             std::string seen = std::to_string(driver->SetDevice(1));
                             seen += CurrentContext(library) != nullptr ? " current" : " none";
                             seen.append(" ").append(Text(driver->ActiveContexts()));
                             return seen + " " + std::to_string(driver->SetDevice(7));
                           }),
            "0 current [1] 101");
}

TEST(DeviceDriverTest, KnowsPeersAndModes) {
  EXPECT_EQ(
      InFreshProcess({{"KERNODECK_FAKE_COUNT", "2"},
                      {"KERNODECK_FAKE_PEERS", "0-1"},
                      {"KERNODECK_FAKE_MODE", "3"}},
                     [] {
                       const auto driver = SystemDeviceDriver(FakeCuda());
                       if (!driver->Load()) return std::string("no driver");
                       std::string seen = driver->CanAccessPeer(0, 1).value() ? "yes" : "no";
                       seen += driver->CanAccessPeer(1, 0).value() ? " yes" : " no";
                       seen += driver->CanAccessPeer(0, 2) ? " known" : " unknown";
                       seen += driver->Mode(0) == ComputeMode::kExclusive ? " exclusive" : "";
                       setenv("KERNODECK_FAKE_MODE", "2", 1);
                       seen += driver->Mode(0) == ComputeMode::kProhibited ? " prohibited" : "";
                       setenv("KERNODECK_FAKE_MODE", "0", 1);
                       return seen + (driver->Mode(0) == ComputeMode::kShared ? " shared" : "");
                     }),
      "yes no unknown exclusive prohibited shared");
}

TEST(DeviceDriverTest, NamesWhoHoldsMemory) {
  EXPECT_EQ(InFreshProcess({{"KERNODECK_FAKE_PROCESSES", "4711=1048576"}},
                           [] {
                             const auto driver = SystemDeviceDriver(FakeCuda());
                             if (!driver->Load()) return std::string("no driver");
                             const auto holders = driver->Holders(0);
                             if (!holders || holders->size() != 1) return std::string("none");
                             return std::to_string(holders->front().pid) + " " +
                                    ToString(holders->front().bytes.value()) +
                                    (driver->Holders(5) ? " and of none" : "");
                           }),
            "4711 1 MiB");
}

TEST(DeviceDriverTest, AForkedChildLeavesTheDriverAlone) {
  EXPECT_EQ(InFreshProcess({{"KERNODECK_FAKE_SYNCHRONIZE", "700"}},
                           [] {
                             UseByOther(LoadByOther(), 0);
                             const auto driver = SystemDeviceDriver(FakeCuda());
                             const std::string parent = Text(driver->SynchronizeAll());
                             return parent + "; child: " + InChild([&] {
                                      return std::string(driver->Loaded() ? "loaded " : "") +
                                             (driver->Load() ? "usable " : "") +
                                             (driver->Memory(0) ? "memory " : "") +
                                             Text(driver->ActiveContexts()) + " " +
                                             Text(driver->SynchronizeAll());
                                    });
                           }),
            "700 on 0, sticky; child: [] 0 on -1");
}

TEST(DeviceDriverTest, UnderRocmNothingStartsTheDevicesBeforeLoad) {
  const std::filesystem::path marker =
      std::filesystem::temp_directory_path() / ("kernodeck_hip_" + std::to_string(getpid()));
  EXPECT_EQ(InFreshProcess({{"KERNODECK_FAKE_COUNT", "2"},
                            {"KERNODECK_FAKE_SYNCHRONIZE", "719"},
                            {"KERNODECK_FAKE_MARKER", marker}},
                           [&marker] {
                             dlopen((Standins() / "fake_hip/libamdhip64.so.6").c_str(), RTLD_NOW);
                             const auto driver = SystemDeviceDriver(FakeHip());
                             std::string seen = driver->Loaded() ? "loaded " : "none ";
                             seen += Text(driver->SynchronizeAll());
                             seen += std::filesystem::exists(marker) ? " started" : "";
                             seen += driver->Load() ? ", usable " : ", no ";
                             return seen + Text(driver->SynchronizeAll()) + " " +
                                    ToString(driver->Memory(0).value().total) + " " +
                                    ToString(driver->DriverVersion().value());
                           }),
            "loaded 0 on -1, usable 719 on 1, sticky 64 GiB 6.2");
  std::filesystem::remove(marker);
}

}  // namespace
}  // namespace kernodeck
