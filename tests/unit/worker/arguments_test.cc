// What the supervisor may ask of a worker, and what ends with status 64.
#include "plugin/worker/arguments.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

TEST(ArgumentsTest, NeedOnlyTheChannel) {
  const ParsedArguments parsed = ParseWorkerArguments({"--channel", "3"});
  ASSERT_TRUE(parsed.arguments.has_value()) << parsed.error;
  EXPECT_EQ(parsed.arguments->channel, 3);
  EXPECT_EQ(parsed.arguments->mode, WorkerMode::kGpu);
  EXPECT_EQ(parsed.arguments->platform, WorkerPlatform::kCuda);
  EXPECT_EQ(parsed.arguments->device_index, 0);
  EXPECT_EQ(parsed.arguments->expected_devices, 0);
  EXPECT_FALSE(parsed.arguments->libtorch_dir.has_value());
  EXPECT_FALSE(parsed.arguments->probe.has_value());
  EXPECT_FALSE(parsed.arguments->check_exit);
}

TEST(ArgumentsTest, TakeEveryOption) {
  const ParsedArguments parsed = ParseWorkerArguments(
      {"--mode", "cpu", "--device-index", "7", "--libtorch-dir", "a folder", "--load", "libc10.so",
       "--load", "libtorch.so", "--probe", "probe.so", "--platform", "rocm", "--check-exit",
       "--expect-devices", "2", "--channel", "9"});
  ASSERT_TRUE(parsed.arguments.has_value()) << parsed.error;
  EXPECT_EQ(parsed.arguments->mode, WorkerMode::kCpu);
  EXPECT_EQ(parsed.arguments->platform, WorkerPlatform::kRocm);
  EXPECT_EQ(parsed.arguments->device_index, 7);
  EXPECT_EQ(parsed.arguments->expected_devices, 2);
  EXPECT_EQ(parsed.arguments->libtorch_dir, "a folder");
  EXPECT_EQ(parsed.arguments->load, (std::vector<std::string>{"libc10.so", "libtorch.so"}));
  EXPECT_EQ(parsed.arguments->probe, "probe.so");
  EXPECT_TRUE(parsed.arguments->check_exit);
  EXPECT_EQ(parsed.arguments->channel, 9);
}

class WrongArgumentsTest : public testing::TestWithParam<std::vector<std::string>> {};

TEST_P(WrongArgumentsTest, AreRefusedByName) {
  std::vector<std::string> words = GetParam();
  const std::string wrong = words.front();
  words.insert(words.end(), {"--channel", "3"});
  const ParsedArguments parsed = ParseWorkerArguments(words);
  EXPECT_FALSE(parsed.arguments.has_value());
  EXPECT_NE(parsed.error.find(wrong), std::string::npos) << parsed.error;
}

INSTANTIATE_TEST_SUITE_P(All, WrongArgumentsTest,
                         testing::Values(std::vector<std::string>{"--device-index", "-1"},
                                         std::vector<std::string>{"--device-index", "1x"},
                                         std::vector<std::string>{"--device-index", "99999999999"},
                                         std::vector<std::string>{"--expect-devices", "-2"},
                                         std::vector<std::string>{"--mode", "fast"},
                                         std::vector<std::string>{"--platform", ""},
                                         std::vector<std::string>{"--load", "../libtorch.so"},
                                         std::vector<std::string>{"--load", ""},
                                         std::vector<std::string>{"--libtorch-dir", ""},
                                         std::vector<std::string>{"--unknown", "1"}));

TEST(ArgumentsTest, RefuseAChannelThatBelongsToTheLibraries) {
  for (const char* const descriptor : {"0", "1", "2", "-1", "", "x"}) {
    EXPECT_FALSE(ParseWorkerArguments({"--channel", descriptor}).arguments) << descriptor;
  }
  EXPECT_FALSE(ParseWorkerArguments({}).arguments);
  EXPECT_FALSE(ParseWorkerArguments({"--channel"}).arguments);
}

}  // namespace
}  // namespace kernodeck
