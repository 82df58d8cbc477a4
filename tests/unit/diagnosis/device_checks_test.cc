// Covers D9: one worker a device, side by side; and the number of devices comes from the driver.
#include "plugin/diagnosis/device_checks.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <numeric>
#include <string>
#include <vector>

#include "tests/unit/diagnosis/temporary_folder.h"

namespace kernodeck {
namespace {

class DeviceChecksTest : public testing::Test {
 protected:
  DeviceChecksTest() { installation_.worker = KERNODECK_STANDIN_WORKER; }
  ~DeviceChecksTest() override { ::unsetenv("KERNODECK_STANDIN"); }

  DevicePlan Plan(const std::string& standin,
                  std::chrono::milliseconds limit = std::chrono::seconds(20)) {
    ::setenv("KERNODECK_STANDIN", standin.c_str(), 1);
    return PlanAllDevices(installation_, false, limit, helpers_);
  }

  Installation installation_;
  HelperRunner helpers_;
};

TEST_F(DeviceChecksTest, TheDriverCountsTheDevices) {
  const DevicePlan plan = Plan("passes,passes,passes");
  EXPECT_EQ(plan.counted, 3);
  EXPECT_EQ(plan.indices, (std::vector<int>{0, 1, 2}));
  EXPECT_FALSE(plan.unanswered);
}

TEST_F(DeviceChecksTest, WhereItCountsNoneTheFirstOneIsCheckedForTheReason) {
  const DevicePlan plan = Plan("none_visible");
  EXPECT_EQ(plan.counted, 0);
  EXPECT_EQ(plan.indices, std::vector<int>{0});
}

TEST_F(DeviceChecksTest, WhereItDoesNotAnswerThatIsTheCheck) {
  for (const char* standin : {"hangs:driver", "crashes:driver", "exits:3", "unknown_stage"}) {
    const DevicePlan plan = Plan(standin, std::chrono::milliseconds(500));
    const bool answered = std::string(standin) == "unknown_stage";
    EXPECT_EQ(plan.unanswered.has_value(), !answered) << standin;
  }
}

TEST_F(DeviceChecksTest, EachDeviceIsCheckedByItself) {
  ::setenv("KERNODECK_STANDIN", "passes,fails:product:runtime:700,hangs:import,slow:1", 1);
  const auto begin = std::chrono::steady_clock::now();
  const DeviceChecks checks =
      CheckDevices({}, installation_, {}, {0, 1, 2, 3}, std::chrono::milliseconds(2'000), nullptr);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(4));
  ASSERT_EQ(checks.checks.size(), 4U);
  EXPECT_FALSE(checks.driver_run);
  for (int index = 0; index < 4; ++index) {
    EXPECT_EQ(checks.checks[static_cast<std::size_t>(index)].index, index);
  }
  EXPECT_EQ(checks.checks[0].facts.values.at("product").device, "cuda:0");
  EXPECT_EQ(checks.checks[1].facts.failure->number, 700);
  EXPECT_EQ(checks.checks[2].run.end.kind, ProcessEnd::Kind::kTimedOut);
  EXPECT_TRUE(checks.checks[3].facts.done);
}

std::vector<int> IndicesOf(std::size_t count) {
  std::vector<int> indices(count);
  std::iota(indices.begin(), indices.end(), 0);
  return indices;
}

TEST_F(DeviceChecksTest, MoreThanRunSideBySideAreCheckedInWaves) {
  ::setenv("KERNODECK_STANDIN", "unknown_stage", 1);
  const std::vector<int> indices = IndicesOf(kMostSideBySide + 2);
  const DeviceChecks checks =
      CheckDevices({}, installation_, {}, indices, std::chrono::seconds(60), nullptr);
  ASSERT_EQ(checks.checks.size(), indices.size());
  for (const DeviceCheck& check : checks.checks) {
    EXPECT_EQ(check.facts.values.at("product").device, "cuda:" + std::to_string(check.index));
  }
}

TEST_F(DeviceChecksTest, AWaveThatTakesAllTheTimeIsTheLast) {
  ::setenv("KERNODECK_STANDIN", "hangs:import", 1);
  const std::vector<int> indices = IndicesOf(20 * kMostSideBySide);
  const auto begin = std::chrono::steady_clock::now();
  const DeviceChecks checks =
      CheckDevices({}, installation_, {}, indices, std::chrono::seconds(2), nullptr);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(6));
  ASSERT_EQ(checks.checks.size(), indices.size());
  for (const DeviceCheck& check : checks.checks) {
    EXPECT_EQ(check.run.end.kind, ProcessEnd::Kind::kTimedOut) << check.index;
  }
  EXPECT_TRUE(checks.checks.front().facts.greeted);
  EXPECT_FALSE(checks.checks.back().facts.greeted);
}

// The driver is asked in the first wave: a later one may find no time left.
TEST_F(DeviceChecksTest, TheDriverIsAskedHoweverManyDevicesThereAre) {
  ::setenv("KERNODECK_STANDIN", "passes", 1);
  TemporaryFolder folder;
  CheckTarget target;
  target.interpreter = folder.WriteProgram("python", "#!/bin/sh\nexec sleep 60\n");
  const DeviceChecks checks = CheckDevices(
      {}, installation_, target, IndicesOf(kMostSideBySide + 1), std::chrono::seconds(2), nullptr);
  ASSERT_TRUE(checks.driver_run);
  EXPECT_TRUE(ReadFacts(checks.driver_run->events).driver);
  EXPECT_EQ(checks.checks.back().index, static_cast<int>(kMostSideBySide));
}

TEST_F(DeviceChecksTest, BesideAnInterpreterTheDriverIsAskedOnce) {
  ::setenv("KERNODECK_STANDIN", "passes,passes", 1);
  CheckTarget target;
  target.interpreter = "/bin/true";
  const DeviceChecks checks =
      CheckDevices({}, installation_, target, {0, 1}, std::chrono::seconds(20), nullptr);
  ASSERT_TRUE(checks.driver_run);
  for (const DeviceCheck& check : checks.checks) {
    EXPECT_FALSE(check.facts.greeted);
    ASSERT_TRUE(check.facts.driver);
    EXPECT_EQ(check.facts.driver->device_count, 2);
  }
  DiagnosisRequest cpu;
  cpu.target = Target::kCpu;
  EXPECT_FALSE(
      CheckDevices(cpu, installation_, target, {0}, std::chrono::seconds(20), nullptr).driver_run);
}

}  // namespace
}  // namespace kernodeck
