// Covers G2, D20 and C4: what the command is asked, for the GPU and for the CPU.
#include "plugin/gtest/command_diagnosis.h"

#include <gtest/gtest.h>

#include <vector>

namespace kernodeck {
namespace {

struct CommandDiagnosisTest : testing::Test {
  CommandDiagnosis Make() {
    return {settings, 42, [this](const CheckRequest& request) {
              requests.push_back(request);
              return outcome;
            }};
  }
  Settings settings;
  CheckOutcome outcome;
  std::vector<CheckRequest> requests;
};

TEST_F(CommandDiagnosisTest, HandsTheSettingsOn) {
  settings.libtorch = "/torch";
  settings.timeout = std::chrono::seconds(7);
  settings.device = 3;
  settings.expect_gpus = 4;
  (void)Make().Ask(CheckTarget::kGpu, {});
  ASSERT_EQ(requests.size(), 1U);
  EXPECT_EQ(requests[0].libtorch, "/torch");
  EXPECT_EQ(requests[0].time_limit, std::chrono::seconds(7));
  EXPECT_EQ(requests[0].device_index, 3);
  EXPECT_EQ(requests[0].expect_devices, 4);
  EXPECT_EQ(requests[0].caller, 42);
  EXPECT_FALSE(requests[0].cpu);
}

TEST_F(CommandDiagnosisTest, HasTheCommandsOwnDefaults) {
  (void)Make().AskAgain();
  ASSERT_EQ(requests.size(), 1U);
  EXPECT_EQ(requests[0].libtorch, std::nullopt);
  EXPECT_EQ(requests[0].time_limit, std::chrono::seconds(30));
  EXPECT_EQ(requests[0].device_index, 0);
}

TEST_F(CommandDiagnosisTest, APromiseOfGpusSaysNothingAboutTheCpu) {
  settings.expect_gpus = 4;
  (void)Make().Ask(CheckTarget::kCpu, {});
  ASSERT_EQ(requests.size(), 1U);
  EXPECT_TRUE(requests[0].cpu);
  EXPECT_EQ(requests[0].expect_devices, std::nullopt);
}

TEST_F(CommandDiagnosisTest, GivesWhatTheCommandSaid) {
  outcome.verdict = MakeVerdict(Code::kTimeout, std::nullopt, Stage::kProduct);
  outcome.said = "words";
  const DiagnosisResult result = Make().Ask(CheckTarget::kGpu, {"A", "B"});
  EXPECT_EQ(result.verdict.code, Code::kTimeout);
  EXPECT_EQ(result.said, "words");
  EXPECT_FALSE(result.report.has_value());
  EXPECT_FALSE(result.charged_to.has_value());
}

}  // namespace
}  // namespace kernodeck
