// Covers D1 (the caller's very library) and D2 (the linker dropped the GPU library).
#include "plugin/diagnosis/caller.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/diagnosis/temporary_folder.h"

namespace kernodeck {
namespace {

std::string MapsLine(const std::filesystem::path& file) {
  return "7f0000000000-7f0000001000 r-xp 00000000 00:2a 1234                 " + file.string() +
         "\n";
}

TEST(CallerTest, ReadsWhatIsMappedAndWhatLiesBeside) {
  TemporaryFolder folder;
  const auto cpu = folder.Write("torch/lib/libtorch_cpu.so");
  folder.Write("torch/lib/libtorch_cuda.so");
  folder.Write("torch/lib/libtorch.so");
  folder.Write("proc/42/maps",
               "00400000-00500000 r-xp 00000000 00:00 0\n" + MapsLine(cpu) + MapsLine(cpu));
  const std::optional<CallerLibTorch> caller = ReadCaller(42, folder.Path() / "proc");
  ASSERT_TRUE(caller);
  EXPECT_EQ(caller->location.directory, cpu.parent_path());
  EXPECT_EQ(caller->location.load, std::vector<std::string>{"libtorch_cpu.so"});
  EXPECT_FALSE(caller->gpu_library_mapped);
  EXPECT_EQ(caller->location.gpu_libraries, std::vector<std::string>{"libtorch_cuda.so"});
  struct stat status = {};
  ASSERT_EQ(::stat(cpu.c_str(), &status), 0);
  EXPECT_EQ(caller->libraries.at("libtorch_cpu"), FileIdentity(status.st_dev, status.st_ino));
}

TEST(CallerTest, AMappedGpuLibraryIsSeen) {
  TemporaryFolder folder;
  const auto cpu = folder.Write("lib/libtorch_cpu.so.1.13");
  const auto cuda = folder.Write("lib/libtorch_cuda.so.1.13");
  folder.Write("proc/42/maps", MapsLine(cuda) + MapsLine(cpu));
  EXPECT_TRUE(ReadCaller(42, folder.Path() / "proc")->gpu_library_mapped);
}

TEST(CallerTest, AProcessWithoutLibTorchOrWithoutMapsHasNone) {
  TemporaryFolder folder;
  folder.Write("proc/42/maps", MapsLine(folder.Write("lib/libc.so.6")));
  EXPECT_FALSE(ReadCaller(42, folder.Path() / "proc"));
  EXPECT_FALSE(ReadCaller(43, folder.Path() / "proc"));
  EXPECT_FALSE(ReadCaller(::getpid()));
}

TEST(CallerTest, AProcessThatCannotBeReadIsToldApart) {
  TemporaryFolder folder;
  folder.Write("proc/42/maps", MapsLine("/lib/libc.so.6"));
  folder.Write("proc/43/maps", "");  // as the kernel gives it for a process of another user
  EXPECT_TRUE(CanReadCaller(42, folder.Path() / "proc"));
  EXPECT_FALSE(CanReadCaller(43, folder.Path() / "proc"));
  EXPECT_FALSE(CanReadCaller(44, folder.Path() / "proc"));
  EXPECT_TRUE(CanReadCaller(::getpid()));
}

TEST(CallerTest, AReplacedFileIsNotTheMappedOne) {
  TemporaryFolder folder;
  const auto cpu = folder.Write("lib/libtorch_cpu.so");
  folder.Write("proc/42/maps", MapsLine(cpu.string() + " (deleted)"));
  EXPECT_FALSE(ReadCaller(42, folder.Path() / "proc"));
}

}  // namespace
}  // namespace kernodeck
