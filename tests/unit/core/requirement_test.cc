// Covers G1, G19 and style 7: what each requirement wants, when it is met, and what it says it
// found.
#include "kernodeck/requirement.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "plugin/core/requirement_content.h"
#include "tests/unit/core/fake_gpu.h"

namespace kernodeck {
namespace {

using std::chrono_literals::operator""s;
using std::chrono_literals::operator""ms;

void ExpectMet(const Requirement& requirement, const Gpu& gpu) {
  EXPECT_TRUE(requirement.Ask(gpu).met) << requirement.wanted();
}

void ExpectUnmet(const Requirement& requirement, const Gpu& gpu, const std::string& found) {
  const Finding finding = requirement.Ask(gpu);
  EXPECT_FALSE(finding.met) << requirement.wanted();
  EXPECT_EQ(finding.found, found) << requirement.wanted();
}

TEST(RequirementTest, WantedIsAPhrase) {
  EXPECT_EQ(Gpus(1).wanted(), "at least 1 GPU");
  EXPECT_EQ(Gpus(2).wanted(), "at least 2 GPUs");
  EXPECT_EQ(DeviceIndex(1).wanted(), "GPU 1");
  EXPECT_EQ(TotalMemory(40_GiB).wanted(), "at least 40 GiB of device memory");
  EXPECT_EQ(FreeMemory(8_GiB).wanted(), "at least 8 GiB of free device memory");
  EXPECT_EQ(ComputeCapability(8, 0).wanted(), "compute capability 8.0 or above");
  EXPECT_EQ(Arch("gfx90a").wanted(), "the architecture gfx90a");
  EXPECT_EQ(Backend(GpuBackend::kRocm).wanted(), "the backend rocm");
  EXPECT_EQ(Supports(Dtype::kBFloat16).wanted(), "a GPU that computes with bfloat16");
  EXPECT_EQ(PeerAccess().wanted(), "peer access between all GPUs");
  EXPECT_EQ(PeerAccess(0, 1).wanted(), "peer access from GPU 0 to GPU 1");
  EXPECT_EQ(DriverVersion(12, 4).wanted(), "a driver for CUDA or HIP 12.4 or above");
  EXPECT_EQ(RuntimeVersion(12, 4).wanted(), "a LibTorch for CUDA or HIP 12.4 or above");
  EXPECT_EQ(ExclusiveUse().wanted(), "the GPU for itself");
}

TEST(RequirementTest, GpusAndIndicesAreCounted) {
  FakeGpu gpu;
  ExpectMet(Gpus(2), gpu);
  ExpectUnmet(Gpus(3), gpu, "2 GPUs are visible");
  ExpectMet(DeviceIndex(1), gpu);
  ExpectUnmet(DeviceIndex(2), gpu, "the visible GPUs are 0 to 1");
  gpu.count = 1;
  ExpectUnmet(Gpus(2), gpu, "1 GPU is visible");
  ExpectUnmet(DeviceIndex(1), gpu, "GPU 0 is the only one that is visible");
}

TEST(RequirementTest, MemoryIsComparedByTheByte) {
  FakeGpu gpu;
  ExpectMet(TotalMemory(80_GiB), gpu);
  ExpectUnmet(TotalMemory(Bytes((80_GiB).count() + 1)), gpu, "this one has 80 GiB");
  gpu.free_memory = {Bytes(3'435'973'837)};
  ExpectMet(FreeMemory(Bytes(3'435'973'837)), gpu);
  ExpectUnmet(FreeMemory(8_GiB), gpu, "3.2 GiB are free");
}

TEST(RequirementTest, ACapabilityIsAtLeastAndAnArchitectureExact) {
  const FakeGpu cuda;
  ExpectMet(ComputeCapability(9, 0), cuda);
  ExpectMet(ComputeCapability(8, 9), cuda);
  ExpectUnmet(ComputeCapability(10, 0), cuda, "its compute capability is 9.0");
  ExpectUnmet(Arch("gfx90a"), cuda, "its compute capability is 9.0");
  const FakeRocmGpu rocm;
  ExpectMet(Arch("gfx90a"), rocm);
  ExpectUnmet(Arch("gfx90"), rocm, "its architecture is gfx90a");
  ExpectUnmet(ComputeCapability(8, 0), rocm, "its architecture is gfx90a");
}

TEST(RequirementTest, BackendsAndTypesGoByTheDevice) {
  const FakeGpu cuda;
  const FakeRocmGpu rocm;
  ExpectMet(Backend(GpuBackend::kCuda), cuda);
  ExpectMet(Backend(GpuBackend::kRocm), rocm);
  ExpectUnmet(Backend(GpuBackend::kRocm), cuda, "the one here is cuda");
  ExpectMet(Supports(Dtype::kFloat8E4M3Fn), cuda);
  ExpectUnmet(Supports(Dtype::kFloat4E2M1), cuda, "its compute capability is 9.0");
  ExpectUnmet(Supports(Dtype::kFloat8E4M3Fn), rocm, "its architecture is gfx90a");
}

TEST(RequirementTest, VersionsAreAtLeast) {
  const FakeGpu gpu;
  ExpectMet(DriverVersion(12, 8), gpu);
  ExpectUnmet(DriverVersion(13, 0), gpu, "this driver's version is 12.8");
  ExpectMet(RuntimeVersion(11, 8), gpu);
  ExpectUnmet(RuntimeVersion(12, 8), gpu, "this one's version is 12.6");
}

TEST(RequirementTest, PeerAccessIsDirected) {
  FakeGpu gpu;
  gpu.peers.emplace().insert({0, 1});
  ExpectMet(PeerAccess(0, 1), gpu);
  ExpectUnmet(PeerAccess(1, 0), gpu, "there is none from GPU 1 to GPU 0");
  ExpectUnmet(PeerAccess(), gpu, "there is none from GPU 1 to GPU 0");
  gpu.peers->insert({1, 0});
  ExpectMet(PeerAccess(), gpu);
  ExpectUnmet(PeerAccess(0, 2), gpu, "2 GPUs are visible");
  gpu.count = 1;
  ExpectUnmet(PeerAccess(), gpu, "1 GPU is visible");
}

TEST(RequirementTest, ExclusiveUseIsNobodyElseOrAModeThatAllowsNobodyElse) {
  FakeGpu gpu;
  ExpectMet(ExclusiveUse(), gpu);
  gpu.other_processes = 1;
  ExpectUnmet(ExclusiveUse(), gpu, "1 other process uses it");
  gpu.other_processes = 3;
  ExpectUnmet(ExclusiveUse(), gpu, "3 other processes use it");
  gpu.exclusive = true;
  ExpectMet(ExclusiveUse(), gpu);
}

TEST(RequirementTest, WhatIsNotKnownIsNotMet) {
  FakeGpu gpu;
  gpu.backend.reset();
  gpu.total_memory.reset();
  gpu.free_memory.clear();
  gpu.compute_capability.reset();
  gpu.driver_version.reset();
  gpu.runtime_version.reset();
  gpu.other_processes.reset();
  for (const Requirement& requirement :
       {Backend(GpuBackend::kCuda), TotalMemory(0_B), FreeMemory(0_B), ComputeCapability(1, 0),
        Arch("gfx90a"), Supports(Dtype::kFloat32), PeerAccess(0, 1), DriverVersion(1, 0),
        RuntimeVersion(1, 0), ExclusiveUse()}) {
    const Finding finding = requirement.Ask(gpu);
    EXPECT_FALSE(finding.met) << requirement.wanted();
    EXPECT_NE(finding.found.find("is not known"), std::string::npos) << requirement.wanted();
  }
}

TEST(RequirementTest, OnesOwnIsAFunction) {
  const Requirement named("a GPU whose name begins with H", [](const Gpu& gpu) {
    const std::string name = gpu.Name().value_or("unknown");
    return Finding{name.front() == 'H', "its name is " + name};
  });
  FakeGpu gpu;
  EXPECT_EQ(named.wanted(), "a GPU whose name begins with H");
  ExpectUnmet(named, gpu, "its name is Fake GPU");
  gpu.name = "H200";
  ExpectMet(named, gpu);
}

TEST(RequirementTest, WithinMakesACopyThatWaits) {
  const Requirement at_once = FreeMemory(8_GiB);
  const Requirement patient = at_once.Within(60s);
  EXPECT_EQ(at_once.wait(), 0s);
  EXPECT_EQ(patient.wait(), 60s);
  EXPECT_EQ(patient.wanted(), at_once.wanted());
  EXPECT_EQ(patient.Within(-5ms).wait(), 0s);
}

TEST(RequirementTest, RowsStandAtTheirEnumerators) {
  for (std::size_t i = 0; i < AllRequirements().size(); ++i) {
    EXPECT_EQ(static_cast<std::size_t>(AllRequirements()[i].kind), i);
  }
}

}  // namespace
}  // namespace kernodeck
