// Covers D1 and D19: what is loaded for the CPU and for the GPU.
#include "plugin/worker/load_plan.h"

#include <gtest/gtest.h>

#include "tests/unit/worker/test_support.h"

namespace kernodeck {
namespace {

using Names = std::vector<std::string>;

TEST(LoadPlanTest, LoadsWhatIsNamedForTheGpu) {
  const TemporaryFolder folder;
  folder.Write("libtorch_cpu.so", "");
  const Names names = {"libtorch.so", "libtorch_cuda.so"};
  EXPECT_EQ(PlanLoads(names, folder.path(), WorkerMode::kGpu), names);
}

TEST(LoadPlanTest, LoadsTheCpuPartOfTheSameVersionForTheCpu) {
  const TemporaryFolder folder;
  folder.Write("libtorch_cpu.so.1.13", "");
  EXPECT_EQ(PlanLoads({"libtorch.so.1.13"}, folder.path(), WorkerMode::kCpu),
            Names{"libtorch_cpu.so.1.13"});
  EXPECT_EQ(PlanLoads({"libtorch.so"}, folder.path(), WorkerMode::kCpu), Names{"libtorch.so"})
      << "no CPU part of that name is there";
}

TEST(LoadPlanTest, LeavesTheGpuPartOutForTheCpu) {
  EXPECT_EQ(PlanLoads({"libc10.so", "libc10_cuda.so", "libtorch_cpu.so", "libtorch_cuda.so"},
                      "/nowhere", WorkerMode::kCpu),
            (Names{"libc10.so", "libtorch_cpu.so"}));
  EXPECT_EQ(PlanLoads({"libtorch_cuda.so"}, "/nowhere", WorkerMode::kCpu),
            Names{"libtorch_cuda.so"})
      << "what else should be loaded";
}

}  // namespace
}  // namespace kernodeck
