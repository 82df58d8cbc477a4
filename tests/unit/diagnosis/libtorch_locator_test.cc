// Covers S2 (the order, and why not another), D17.
#include "plugin/diagnosis/libtorch_locator.h"

#include <gtest/gtest.h>

#include "tests/unit/diagnosis/temporary_folder.h"

namespace kernodeck {
namespace {

namespace fs = std::filesystem;

TEST(LibTorchLocatorTest, AcceptsEveryFormOfAFolder) {
  for (const char* form :
       {"", "lib", "lib64", "torch/lib", "lib/python3.12/site-packages/torch/lib"}) {
    TemporaryFolder folder;
    folder.Write(fs::path(form) / "libtorch.so");
    const std::optional<LibTorchLocation> found = LibTorchIn(folder.Path());
    ASSERT_TRUE(found) << form;
    EXPECT_EQ(fs::weakly_canonical(found->directory), fs::weakly_canonical(folder.Path() / form));
    EXPECT_EQ(found->load, std::vector<std::string>{"libtorch.so"});
    EXPECT_TRUE(found->gpu_libraries.empty());
  }
}

TEST(LibTorchLocatorTest, TakesVersionedAndCpuNames) {
  TemporaryFolder versioned;
  versioned.Write("libtorch.so.1.13");
  versioned.Write("libtorch_cpu.so.1.13");
  EXPECT_EQ(LibTorchIn(versioned.Path())->load.front(), "libtorch.so.1.13");
  TemporaryFolder cpu;
  cpu.Write("libtorch_cpu.so");
  EXPECT_EQ(LibTorchIn(cpu.Path())->load.front(), "libtorch_cpu.so");
  TemporaryFolder other;
  other.Write("libtorch_python.so");
  other.Write("libtorch.a");
  EXPECT_FALSE(LibTorchIn(other.Path()));
}

TEST(LibTorchLocatorTest, NamesTheGpuLibraries) {
  TemporaryFolder cuda;
  cuda.Write("libtorch.so");
  cuda.Write("libtorch_cuda.so");
  EXPECT_EQ(LibTorchIn(cuda.Path())->gpu_libraries, std::vector<std::string>{"libtorch_cuda.so"});
  EXPECT_FALSE(LibTorchIn(cuda.Path())->rocm);
  TemporaryFolder rocm;
  rocm.Write("libtorch.so");
  rocm.Write("libtorch_hip.so");
  EXPECT_TRUE(LibTorchIn(rocm.Path())->rocm);
}

TEST(LibTorchLocatorTest, SearchesInOrderAndSaysWhyNot) {
  TemporaryFolder empty;
  TemporaryFolder python;
  TemporaryFolder system;
  python.Write("lib/libtorch.so");
  system.Write("libtorch.so");
  LocatorInput input;
  input.built_with = empty.Path();
  input.active_python = [&] { return std::optional(python.Path()); };
  input.system_folders = {system.Path()};
  const LibTorchSearch search = LocateLibTorch(input);
  ASSERT_TRUE(search.found);
  EXPECT_EQ(search.found->rule, LocationRule::kActivePython);
  ASSERT_EQ(search.skipped.size(), 1U);
  EXPECT_EQ(search.skipped[0].rule, LocationRule::kBuiltWith);
  input.active_python = [] { return std::optional<fs::path>(); };
  EXPECT_EQ(LocateLibTorch(input).found->rule, LocationRule::kSystem);
}

TEST(LibTorchLocatorTest, WhatIsGivenEndsTheSearch) {
  TemporaryFolder empty;
  TemporaryFolder system;
  system.Write("libtorch.so");
  LocatorInput input;
  input.given = empty.Path();
  input.system_folders = {system.Path()};
  const LibTorchSearch search = LocateLibTorch(input);
  EXPECT_FALSE(search.found);
  EXPECT_EQ(search.skipped.size(), 1U);
  input.given = empty.Path() / "not there";
  EXPECT_FALSE(LocateLibTorch(input).found);
}

TEST(LibTorchLocatorTest, NothingAnywhereIsNotFound) { EXPECT_FALSE(LocateLibTorch({}).found); }

}  // namespace
}  // namespace kernodeck
