// Covers C7, D11 and faults 1, 10: what a machine shows of its driver, on machines that folders
// stand for.
#include "plugin/worker/machine_state.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "tests/unit/worker/test_support.h"

namespace kernodeck {
namespace {

namespace fs = std::filesystem;

void Put(const TemporaryFolder& root, const fs::path& file, const std::string& content = "") {
  fs::create_directories((root.path() / file).parent_path());
  root.Write(file.string(), content);
}

TEST(MachineStateTest, NothingIsClaimedOfAnEmptyMachine) {
  const TemporaryFolder root;
  const MachineState state = LookAtMachine(root.path(), nullptr);
  EXPECT_EQ(MachineEvent(state),
            (Event{"machine",
                   {{"kernel_module", "0"}, {"nodes", "0"}, {"container", "0"}, {"wsl", "0"}}}));
}

TEST(MachineStateTest, SeesModuleNodesAndWsl) {
  const TemporaryFolder root;
  Put(root, "proc/driver/nvidia/version",
      "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.65.06  Release Build\n"
      "GCC version:  gcc version 12.3.0 (Ubuntu 12.3.0-1ubuntu1)\n");
  Put(root, "dev/nvidia0");
  Put(root, "dev/dxg");
  const MachineState state = LookAtMachine(root.path(), nullptr);
  EXPECT_TRUE(state.kernel_module);
  EXPECT_TRUE(state.device_nodes);
  EXPECT_TRUE(state.wsl);
  EXPECT_FALSE(state.container);
  EXPECT_EQ(state.kernel_version, "580.65.06");
}

TEST(MachineStateTest, AModuleWithoutItsProcFileIsSeenToo) {
  const TemporaryFolder root;
  Put(root, "sys/module/nvidia/refcnt", "1");
  Put(root, "dev/nvidia-modeset");
  const MachineState state = LookAtMachine(root.path(), nullptr);
  EXPECT_TRUE(state.kernel_module);
  EXPECT_EQ(state.kernel_version, "");
  EXPECT_FALSE(state.device_nodes) << "this node is no card's";
}

// A real node of a driver that is not there; only root may make one.
TEST(MachineStateTest, ANodeWithoutADriverIsNone) {
  const TemporaryFolder root;
  fs::create_directories(root.path() / "dev");
  const fs::path node = root.path() / "dev/nvidia0";
  constexpr unsigned kUnusedMajor = 4000;
  if (::mknod(node.c_str(), S_IFCHR | 0666, makedev(kUnusedMajor, 0)) != 0) GTEST_SKIP();
  EXPECT_FALSE(LookAtMachine(root.path(), nullptr).device_nodes);
}

TEST(MachineStateTest, ARootOfLayersIsAContainers) {
  const TemporaryFolder layered;
  Put(layered, "proc/self/mountinfo",
      "30 1 0:27 / /proc rw - proc proc rw\n31 1 0:28 / / rw,relatime - overlay overlay "
      "rw,lowerdir=l\n");
  EXPECT_TRUE(LookAtMachine(layered.path(), nullptr).container);
  const TemporaryFolder plain;
  Put(plain, "proc/self/mountinfo",
      "31 1 254:0 / / rw,relatime - ext4 /dev/vda rw\n32 31 0:28 / /x rw - overlay overlay rw\n");
  EXPECT_FALSE(LookAtMachine(plain.path(), nullptr).container);
}

TEST(MachineStateTest, KnowsContainersByTheirMarks) {
  for (const char* const mark : {".dockerenv", "run/.containerenv"}) {
    const TemporaryFolder root;
    Put(root, mark);
    EXPECT_TRUE(LookAtMachine(root.path(), nullptr).container) << mark;
  }
  const TemporaryFolder pod;
  Put(pod, "proc/1/cgroup", "11:devices:/kubepods/besteffort/pod1\n");
  EXPECT_TRUE(LookAtMachine(pod.path(), nullptr).container);
  const TemporaryFolder host;
  Put(host, "proc/1/cgroup", "0::/init.scope\n");
  EXPECT_FALSE(LookAtMachine(host.path(), nullptr).container);
}

TEST(MachineStateTest, TakesVersionsThatAreSome) {
  EXPECT_EQ(KernelModuleVersion("NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.104.05  Sat"),
            "535.104.05");
  EXPECT_EQ(KernelModuleVersion("no version here\n535.104.05"), "");
  EXPECT_EQ(KernelModuleVersion(""), "");
  EXPECT_EQ(LibraryVersion("libcuda.so.580.65.06"), "580.65.06");
  EXPECT_EQ(LibraryVersion("libcuda.so.1"), "");
  EXPECT_EQ(LibraryVersion("libcuda.so.1.2/../x"), "");
  EXPECT_EQ(LibraryVersion("libcuda.so.5..secret"), "");
  EXPECT_EQ(LibraryVersion("libother.so.580.65.06"), "");
}

TEST(MachineStateTest, ReadsTheLibrarysVersionFromItsFile) {
  const TemporaryFolder root;
  const fs::path file = root.path() / "libcuda.so.550.54.15";
  fs::copy_file(Standins() / "fake_driver/libcuda.so.1", file);
  fs::create_symlink(file.filename(), root.path() / "libcuda.so.1");
  void* const library = dlopen((root.path() / "libcuda.so.1").c_str(), RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(library, nullptr);
  EXPECT_EQ(LookAtMachine(root.path(), library).library_version, "550.54.15");
  dlclose(library);
}

}  // namespace
}  // namespace kernodeck
