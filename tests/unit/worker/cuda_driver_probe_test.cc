// Covers C2, C6, D3 and faults 3, 10, 11, 14, 16, 25: the fake driver's numbers come through.
#include "plugin/worker/cuda_driver_probe.h"

#include <gtest/gtest.h>

#include <cerrno>

#include "tests/unit/worker/test_support.h"

namespace kernodeck {
namespace {

class CudaDriverProbeTest : public testing::Test {
 protected:
  CudaDriverProbeTest() {
    surroundings_.library = Standins() / "fake_driver/libcuda.so.1";
    surroundings_.nodes.try_open = [](const std::filesystem::path&) { return EPERM; };
  }

  DriverFindings Probe(DriverQuestion question = DriverQuestion::kDevices) const {
    return ProbeCudaDriver(surroundings_, SystemSearchPlaces(), question);
  }

  DriverSurroundings surroundings_;
  ScopedVariable hidden_{"CUDA_VISIBLE_DEVICES", std::nullopt};
};

TEST_F(CudaDriverProbeTest, DescribesEveryDevice) {
  const ScopedVariable count("KERNODECK_FAKE_COUNT", "2");
  const ScopedVariable names("KERNODECK_FAKE_NAMES", "First,Second");
  const ScopedVariable memory("KERNODECK_FAKE_MEMORY", "150000000000");
  const DriverFindings findings = Probe();
  EXPECT_EQ(findings.library, DriverFindings::Library::kFound);
  EXPECT_EQ(findings.error, 0);
  EXPECT_EQ(findings.call, "");
  EXPECT_EQ(findings.node, "") << "nodes are looked at only where the driver fails";
  EXPECT_EQ(findings.version, 13000);
  EXPECT_EQ(findings.device_count, 2);
  EXPECT_TRUE(findings.usable());
  ASSERT_EQ(findings.devices.size(), 2U);
  EXPECT_EQ(findings.devices[1].index, 1);
  EXPECT_EQ(findings.devices[1].name, "Second");
  EXPECT_EQ(findings.devices[1].total_memory_bytes, 150000000000U);
  EXPECT_EQ(findings.devices[1].compute_capability, "9.0");
}

TEST_F(CudaDriverProbeTest, OnlyCountsWhereThatIsAllThatIsAsked) {
  const DriverFindings findings = Probe(DriverQuestion::kCount);
  EXPECT_EQ(findings.device_count, 1);
  EXPECT_TRUE(findings.devices.empty());
}

TEST_F(CudaDriverProbeTest, KeepsTheNumberOfInit) {
  for (const int number : {34, 46, 100, 802, 803, 804, 999, 12345}) {
    const ScopedVariable error("KERNODECK_FAKE_CUINIT", std::to_string(number));
    const ScopedVariable text("KERNODECK_FAKE_TEXT", "no CUDA-capable device is detected");
    const DriverFindings findings = Probe();
    EXPECT_EQ(findings.error, number);
    EXPECT_EQ(findings.call, "cuInit");
    EXPECT_EQ(findings.node, "EPERM");
    EXPECT_EQ(findings.version, 13000) << "the version needs no initialization";
    EXPECT_FALSE(findings.device_count.has_value());
    EXPECT_FALSE(findings.usable());
  }
}

TEST_F(CudaDriverProbeTest, TakesTheDriversOwnNameOfTheNumber) {
  const ScopedVariable error("KERNODECK_FAKE_CUINIT", "802");
  EXPECT_EQ(Probe().error_name, "CUDA_ERROR_SYSTEM_NOT_READY");
  const ScopedVariable unknown("KERNODECK_FAKE_CUINIT", "12345");
  EXPECT_EQ(Probe().error_name, "");
}

TEST_F(CudaDriverProbeTest, KeepsTheNumberOfTheCount) {
  const ScopedVariable error("KERNODECK_FAKE_COUNT_ERROR", "100");
  const DriverFindings findings = Probe();
  EXPECT_EQ(findings.error, 100);
  EXPECT_EQ(findings.call, "cuDeviceGetCount");
}

TEST_F(CudaDriverProbeTest, SeesWhatVariablesHide) {
  const ScopedVariable count("KERNODECK_FAKE_COUNT", "2");
  for (const char* const hidden : {"", "-1", "7", "GPU-foreign"}) {
    const ScopedVariable visible("CUDA_VISIBLE_DEVICES", hidden);
    EXPECT_EQ(Probe().error, 100) << hidden;
  }
  const ScopedVariable visible("CUDA_VISIBLE_DEVICES", "1");
  EXPECT_EQ(Probe().device_count, 1);
}

TEST_F(CudaDriverProbeTest, CallsALibraryWithoutTheFunctionsBroken) {
  surroundings_.library = Standins() / "symbolless_driver/libcuda.so.1";
  const DriverFindings findings = Probe();
  EXPECT_EQ(findings.library, DriverFindings::Library::kBroken);
  EXPECT_FALSE(findings.error.has_value());
}

}  // namespace
}  // namespace kernodeck
