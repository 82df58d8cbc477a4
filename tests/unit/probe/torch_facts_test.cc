// Covers C5: what a package was built with, from its own table.
#include "plugin/probe/torch_facts.h"

#include <gtest/gtest.h>
#include <torch/version.h>

namespace kernodeck {
namespace {

TEST(TorchFactsTest, KnowsACudaBuild) {
  const TorchFacts facts = DescribeBuild({{"TORCH_VERSION", "9.9.9"},
                                          {"USE_CUDA", "ON"},
                                          {"USE_ROCM", "OFF"},
                                          {"CUDA_VERSION", "13.0"},
                                          {"ROCM_VERSION", ""}});
  EXPECT_EQ(facts.version, "9.9.9");
  EXPECT_EQ(facts.cuda_build, "13.0");
  EXPECT_EQ(facts.hip_build, "");
  EXPECT_EQ(facts.backend, "cuda");
}

TEST(TorchFactsTest, NeverTakesAHipBuildForTheCpu) {
  const TorchFacts facts = DescribeBuild(
      {{"USE_CUDA", "OFF"}, {"USE_ROCM", "ON"}, {"CUDA_VERSION", ""}, {"ROCM_VERSION", "6.2.0"}});
  EXPECT_EQ(facts.cuda_build, "");
  EXPECT_EQ(facts.hip_build, "6.2.0");
  EXPECT_EQ(facts.backend, "rocm");
  EXPECT_EQ(DescribeBuild({{"USE_ROCM", "1"}}).backend, "rocm") << "even without its version";
}

TEST(TorchFactsTest, KnowsACpuBuild) {
  EXPECT_EQ(DescribeBuild({{"USE_CUDA", "OFF"}, {"USE_ROCM", "OFF"}}).backend, "cpu");
  const TorchFacts unused = DescribeBuild({{"USE_CUDA", "0"}, {"CUDA_VERSION", "13.0"}});
  EXPECT_EQ(unused.backend, "cpu");
  EXPECT_EQ(unused.cuda_build, "");
}

TEST(TorchFactsTest, TakesTheHeadersVersionWhereThereIsNoOther) {
  EXPECT_EQ(DescribeBuild({}).version, TORCH_VERSION);
}

TEST(TorchFactsTest, AsksTheLoadedLibrary) {
  EXPECT_TRUE(SameRelease(TORCH_VERSION, DescribeTorch(BackendOf::kBuild).version));
  EXPECT_EQ(DescribeTorch(BackendOf::kBuild).backend, KERNODECK_TEST_LIBTORCH_BACKEND);
  EXPECT_EQ(DescribeTorch(BackendOf::kLoadedLibrary).backend, KERNODECK_TEST_LIBTORCH_BACKEND)
      << "this program is linked with LibTorch::torch, the GPU library included";
}

TEST(TorchFactsTest, ComparesReleasesByMajorAndMinor) {
  EXPECT_TRUE(SameRelease("2.11.0", "2.11.1"));
  EXPECT_TRUE(SameRelease("2.11.0", "2.11.0a0+git1234"));
  EXPECT_FALSE(SameRelease("2.11.0", "2.1.0"));
  EXPECT_FALSE(SameRelease("2.11.0", "2.12.0"));
  EXPECT_FALSE(SameRelease("1.13.0", "2.13.0"));
  EXPECT_FALSE(SameRelease("2.11.0", ""));
}

}  // namespace
}  // namespace kernodeck
