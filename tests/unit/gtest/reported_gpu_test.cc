// Covers G1 and G2: a requirement's facts come from the report, and from the driver only where they
// change.
#include "plugin/gtest/reported_gpu.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/selftest/sample_reports.h"

namespace kernodeck {
namespace {

// A driver that is what a test sets, and counts how often it was loaded.
class FakeDriver : public DeviceDriver {
 public:
  bool usable = true;
  int loads = 0;
  std::vector<int> active;
  std::optional<std::vector<MemoryHolder>> holders;
  ComputeMode mode = ComputeMode::kShared;

  bool Loaded() override { return loads > 0; }
  bool Load() override {
    ++loads;
    return usable;
  }
  std::vector<int> ActiveContexts() override { return active; }
  SyncResult SynchronizeAll() override { return {}; }
  std::optional<DeviceMemory> Memory(int device) override {
    return DeviceMemory{Bytes(static_cast<std::uint64_t>(device) + 1), 80_GiB};
  }
  int SetDevice(int /*device*/) override { return 0; }
  std::optional<bool> CanAccessPeer(int from, int to) override { return from < to; }
  std::optional<VersionNumber> DriverVersion() override { return VersionNumber{12, 8}; }
  std::optional<ComputeMode> Mode(int /*device*/) override { return mode; }
  std::optional<std::vector<MemoryHolder>> Holders(int /*device*/) override { return holders; }
};

TEST(ReportedGpuTest, WhatTheReportSaysNeedsNoDriver) {
  const DiagnosticReport report = SampleReport(Code::kGpuCheckPassed);
  FakeDriver driver;
  const auto gpu = MakeReportedGpu(report, driver, 1);
  EXPECT_EQ(gpu->Index(), 1);
  EXPECT_EQ(gpu->Count(), 2);
  EXPECT_EQ(gpu->Name(), "Example GPU");
  EXPECT_EQ(gpu->Backend(), GpuBackend::kCuda);
  EXPECT_EQ(gpu->TotalMemory(), 80_GiB);
  EXPECT_EQ(gpu->ComputeCapability(), (VersionNumber{9, 0}));
  EXPECT_EQ(gpu->Arch(), std::nullopt);
  EXPECT_EQ(gpu->DriverVersion(), (VersionNumber{13, 0}));
  EXPECT_EQ(gpu->RuntimeVersion(), (VersionNumber{13, 0}));
  EXPECT_EQ(driver.loads, 0);
}

TEST(ReportedGpuTest, OfRocmHasAnArchitectureAndHipsVersion) {
  DiagnosticReport report = SampleReport(Code::kGpuCheckPassed);
  report.torch.backend = "rocm";
  report.torch.cuda_build.reset();
  report.torch.hip_build = "6.2.41134-65d174c3e";
  report.torch.devices->at(0).compute_capability = "9.0";  // LibTorch makes one up there
  report.torch.devices->at(0).arch = "gfx90a:sramecc+:xnack-";
  FakeDriver driver;
  const auto gpu = MakeReportedGpu(report, driver, 0);
  EXPECT_EQ(gpu->Backend(), GpuBackend::kRocm);
  EXPECT_EQ(gpu->Arch(), "gfx90a");
  EXPECT_EQ(gpu->ComputeCapability(), std::nullopt);
  EXPECT_EQ(gpu->RuntimeVersion(), (VersionNumber{6, 2}));
}

TEST(ReportedGpuTest, WhatTheReportLeavesOpenIsNotKnown) {
  const DiagnosticReport report;
  FakeDriver driver;
  driver.usable = false;
  const auto gpu = MakeReportedGpu(report, driver, 0);
  EXPECT_EQ(gpu->Count(), 0);
  EXPECT_EQ(gpu->Name(), std::nullopt);
  EXPECT_EQ(gpu->Backend(), std::nullopt);
  EXPECT_EQ(gpu->TotalMemory(), std::nullopt);
  EXPECT_EQ(gpu->ComputeCapability(), std::nullopt);
  EXPECT_EQ(gpu->Arch(), std::nullopt);
  EXPECT_EQ(gpu->DriverVersion(), std::nullopt);
  EXPECT_EQ(gpu->RuntimeVersion(), std::nullopt);
  EXPECT_EQ(gpu->FreeMemory(), std::nullopt);
  EXPECT_EQ(gpu->CanAccessPeer(0, 1), std::nullopt);
  EXPECT_EQ(gpu->IsExclusive(), std::nullopt);
  EXPECT_EQ(gpu->OtherProcesses(), std::nullopt);
  EXPECT_TRUE(gpu->MemoryHolders().empty());
}

TEST(ReportedGpuTest, WhatChangesIsAskedOfTheDriver) {
  const DiagnosticReport report = SampleReport(Code::kGpuCheckPassed);
  FakeDriver driver;
  const auto gpu = MakeReportedGpu(report, driver, 1);
  EXPECT_EQ(gpu->FreeMemory(), 2_B);
  EXPECT_EQ(driver.loads, 1);
  EXPECT_EQ(gpu->CanAccessPeer(0, 1), true);
  EXPECT_EQ(gpu->CanAccessPeer(1, 0), false);
  EXPECT_EQ(gpu->IsExclusive(), false);
  driver.mode = ComputeMode::kExclusive;
  EXPECT_EQ(gpu->IsExclusive(), true);
}

TEST(ReportedGpuTest, ThisProcessIsNoOtherProcess) {
  const DiagnosticReport report = SampleReport(Code::kGpuCheckPassed);
  FakeDriver driver;
  const auto gpu = MakeReportedGpu(report, driver, 0);
  driver.holders = {{{4711, 1_GiB}, {4712, 1_GiB}}};
  EXPECT_EQ(gpu->OtherProcesses(), 2);
  EXPECT_EQ(gpu->MemoryHolders().size(), 2U);
  driver.holders->push_back({getpid(), 1_GiB});
  EXPECT_EQ(gpu->OtherProcesses(), 2);
  driver.holders->pop_back();
  driver.active = {0};
  EXPECT_EQ(gpu->OtherProcesses(), 1) << "known by another number, in a container";
  driver.holders->clear();
  EXPECT_EQ(gpu->OtherProcesses(), 0);
}

}  // namespace
}  // namespace kernodeck
