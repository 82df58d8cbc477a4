// Covers D1: what is loaded, and whether it is what was named.
#include "plugin/worker/library_loader.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/unit/worker/test_support.h"

namespace kernodeck {
namespace {

TEST(LibraryLoaderTest, BindsEverySymbolAtOnce) {
  const LoadResult result =
      LoadLibrary(Standins() / "libtorch_undefined_symbol/libtorch.so", SymbolScope::kGlobal);
  EXPECT_EQ(result.handle, nullptr);
  EXPECT_NE(result.loader_text.find("kernodeck_symbol_that_no_library_has"), std::string::npos);
}

TEST(LibraryLoaderTest, NeverSearchesForABareName) {
  EXPECT_EQ(LoadLibrary("libc.so.6", SymbolScope::kLocal).handle, nullptr);
}

TEST(LibraryLoaderTest, KeepsAProbesSymbolsToItself) {
  const LoadResult result =
      LoadLibrary(Standins() / "probes/standin_probe.so", SymbolScope::kLocal);
  ASSERT_NE(result.handle, nullptr) << result.loader_text;
  EXPECT_NE(dlsym(result.handle, "kernodeck_probe_run"), nullptr);
  EXPECT_EQ(dlsym(RTLD_DEFAULT, "kernodeck_probe_run"), nullptr);
}

TEST(LibraryLoaderTest, ReportsLibrariesOfLibTorchAsTheyAreMapped) {
  EXPECT_TRUE(MappedTorchLibraries().empty());
  const TemporaryFolder folder;
  const auto file = folder.path() / "libtorch_cpu.so.1.13";
  std::filesystem::copy(Standins() / "symbolless_driver/libcuda.so.1", file);
  std::filesystem::copy(file, folder.path() / "libtorch_cpu.sorry");
  ASSERT_NE(LoadLibrary(folder.path() / "libtorch_cpu.sorry", SymbolScope::kLocal).handle, nullptr);
  const LoadResult result = LoadLibrary(file, SymbolScope::kLocal);
  ASSERT_NE(result.handle, nullptr) << result.loader_text;
  const std::vector<MappedLibrary> mapped = MappedTorchLibraries();
  struct stat status {};
  ASSERT_EQ(stat(file.c_str(), &status), 0);
  // The two copies share a soname, so the loader may answer the second with the first.
  for (const MappedLibrary& library : mapped) {
    EXPECT_EQ(library.name, "libtorch_cpu.so");
    EXPECT_EQ(library.inode, status.st_ino);
    EXPECT_EQ(library.device, status.st_dev);
  }
  dlclose(result.handle);
}

TEST(LibraryLoaderTest, SeesAGpuLibraryBeside) {
  const TemporaryFolder folder;
  EXPECT_FALSE(HoldsGpuLibrary(folder.path()));
  folder.Write("libtorch_cpu.so", "");
  folder.Write("libtorch_cuda.txt", "");
  EXPECT_FALSE(HoldsGpuLibrary(folder.path()));
  folder.Write("libtorch_hip.so.2", "");
  EXPECT_TRUE(HoldsGpuLibrary(folder.path()));
  EXPECT_FALSE(HoldsGpuLibrary(folder.path() / "none"));
}

}  // namespace
}  // namespace kernodeck
