// Covers C4, C5, D4, D16, D19 with the real LibTorch of this build, on the CPU.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/unit/probe/probe_recorder.h"

namespace kernodeck {
namespace {

using testing::ElementsAre;

const bool kCpuOnly = std::string(KERNODECK_TEST_LIBTORCH_BACKEND) == "cpu";

TEST(ProbeTest, ComputesTheFixedValuesOnTheCpu) {
  const ProbeRecord record = RunProbe(RightRequest(false));
  EXPECT_EQ(record.result, 0);
  EXPECT_THAT(record.steps, ElementsAre("begin backend", "end backend", "begin device",
                                        "end device", "begin allocation", "end allocation",
                                        "begin product", "end product", "begin gradient",
                                        "end gradient", "begin synchronize", "end synchronize"));
  EXPECT_THAT(record.values.at("product"), ElementsAre(4, 4, 10, 8));
  EXPECT_THAT(record.values.at("loss"), ElementsAre(196));
  EXPECT_THAT(record.values.at("gradient_a"), ElementsAre(16, 24, 40, 52));
  EXPECT_THAT(record.values.at("gradient_b"), ElementsAre(68, 56, 96, 80));
  for (const auto& [name, device] : record.devices) EXPECT_EQ(device, "cpu") << name;
}

// D16: the values come from the inputs of this very run, not from memory or from what is expected.
TEST(ProbeTest, ComputesFromTheInputsOfThisRun) {
  ASSERT_EQ(RunProbe(RightRequest(false)).result, 0);
  const Matrix2x2 other = {0, 1, 1, 0};
  KernodeckProbeRequest request = RightRequest(false);
  request.input_a = other.data();
  const ProbeRecord record = RunProbe(request);
  EXPECT_EQ(record.result, 1);
  EXPECT_THAT(record.values.at("product"), ElementsAre(1, 2, 2, 0)) << "sent though it is wrong";
}

class WrongValueTest : public testing::TestWithParam<int> {};

// Every single element is compared.
TEST_P(WrongValueTest, IsAFailureOfItsStage) {
  Matrix2x2 product = kExpectedProduct;
  Matrix2x2 gradient_a = kExpectedGradientA;
  Matrix2x2 gradient_b = kExpectedGradientB;
  KernodeckProbeRequest request = RightRequest(false);
  request.expected_product = product.data();
  request.expected_gradient_a = gradient_a.data();
  request.expected_gradient_b = gradient_b.data();
  const auto element = static_cast<std::size_t>(GetParam() % 4);
  const int tensor = GetParam() / 4;
  if (tensor == 0) product[element] += 1;
  if (tensor == 1) gradient_a[element] += 1;
  if (tensor == 2) gradient_b[element] += 1;
  if (tensor == 3) request.expected_loss += 1;
  const ProbeRecord record = RunProbe(request);
  EXPECT_EQ(record.result, 1);
  ASSERT_EQ(record.failures.size(), 1U);
  EXPECT_EQ(record.failures[0].kind, KERNODECK_FAILURE_VALUE);
  EXPECT_EQ(record.failures[0].call, tensor == 0 ? "product" : "gradient");
  EXPECT_EQ(record.steps.back(), "failure");
  EXPECT_EQ(record.values.size(), tensor == 0 ? 1U : 4U) << "all that was computed is sent";
}

INSTANTIATE_TEST_SUITE_P(EveryElement, WrongValueTest, testing::Range(0, 13));

TEST(ProbeTest, NeverTakesNanForAValue) {
  const Matrix2x2 nan = {std::nanf(""), 4, 10, 8};
  KernodeckProbeRequest request = RightRequest(false);
  request.expected_product = nan.data();
  EXPECT_EQ(RunProbe(request).result, 1);
}

TEST(ProbeTest, RefusesAnotherInterfaceBeforeAnything) {
  KernodeckProbeRequest request = RightRequest(false);
  request.interface_version = KERNODECK_PROBE_INTERFACE_VERSION + 1;
  const ProbeRecord record = RunProbe(request);
  EXPECT_EQ(record.result, 2);
  EXPECT_TRUE(record.steps.empty());
  EXPECT_TRUE(record.facts.empty());
}

// C5, D10: on the CPU nothing is asked of a GPU, so nothing is said of it.
TEST(ProbeTest, SaysWhatTheLibTorchIs) {
  const ProbeRecord record = RunProbe(RightRequest(false));
  EXPECT_THAT(KERNODECK_TEST_LIBTORCH_VERSION, testing::StartsWith(record.facts.at("version")));
  EXPECT_EQ(record.facts.at("backend"), KERNODECK_TEST_LIBTORCH_BACKEND);
  EXPECT_EQ(record.facts.count("cuda_build"), kCpuOnly ? 0U : 1U);
  EXPECT_EQ(record.facts.count("gpu_available"), 0U);
  EXPECT_EQ(record.facts.count("device_count"), 0U);
}

// C4: a GPU that cannot be used is never replaced by the CPU.
TEST(ProbeTest, NeverFallsBackToTheCpu) {
  KernodeckProbeRequest request = RightRequest(true);
  request.device_index = 120;
  const ProbeRecord record = RunProbe(request);
  EXPECT_EQ(record.result, 1);
  EXPECT_TRUE(record.values.empty());
  ASSERT_EQ(record.failures.size(), 1U);
  if (kCpuOnly) {
    EXPECT_EQ(record.failures[0].kind, KERNODECK_FAILURE_NO_BACKEND);
    EXPECT_THAT(record.steps, ElementsAre("begin backend", "failure"));
    return;
  }
  EXPECT_THAT(record.steps, ElementsAre("begin backend", "end backend", "begin device", "failure"));
  const bool available = record.facts.at("gpu_available") == "1";
  EXPECT_EQ(record.failures[0].kind,
            available ? KERNODECK_FAILURE_INDEX : KERNODECK_FAILURE_NO_DEVICE);
  EXPECT_EQ(record.facts.at("device_count") != "0", available);
}

}  // namespace
}  // namespace kernodeck
