// Covers G9, D20 and the bad input of the issue: what `kernodeck run` takes, what it takes over
// from the tests' arguments, and what it refuses in a clear sentence.
#include "plugin/cli/run_options.h"

#include <gtest/gtest.h>

#include "tests/unit/cli/fake_console.h"

namespace kernodeck {
namespace {

using Arguments = std::vector<std::string>;
using Variables = std::map<std::string, std::string>;

std::variant<RunRequest, UsageError> Read(const Arguments& options, Arguments tests = {},
                                          const Variables& variables = {}) {
  CommandSpec spec;
  spec.options = RunOptionSpecs();
  auto parsed = ParseArguments(spec, options);
  if (const auto* error = std::get_if<UsageError>(&parsed)) return *error;
  tests.insert(tests.begin(), "/bin/true");
  return ReadRunOptions(std::get<ParsedArguments>(parsed), tests, FakeEnvironment(variables));
}

RunRequest Request(const Arguments& options, const Arguments& tests = {},
                   const Variables& variables = {}) {
  return std::get<RunRequest>(Read(options, tests, variables));
}

std::string Refusal(const Arguments& options, const Arguments& tests = {},
                    const Variables& variables = {}) {
  const auto read = Read(options, tests, variables);
  const auto* error = std::get_if<UsageError>(&read);
  return error == nullptr ? "taken" : error->message;
}

TEST(RunOptionsTest, Defaults) {
  const RunRequest request = Request({}, {"--own"});
  EXPECT_EQ(request.executable, "/bin/true");
  EXPECT_EQ(request.arguments, (Arguments{"--own"}));
  EXPECT_EQ(request.test_timeout, std::chrono::seconds(300));
  EXPECT_EQ(request.run_timeout, RunRequest::kNoLimit);
  EXPECT_EQ(request.jobs, 1U);
  EXPECT_TRUE(request.outputs.empty() && request.diagnosis_arguments.empty());
  EXPECT_TRUE(request.after_check);
  EXPECT_EQ(request.min_gpu_tests, 0);
}

TEST(RunOptionsTest, TakesEachOption) {
  const RunRequest request =
      Request({"--test-timeout",  "0",       "--timeout",       "1.5",    "--jobs",           "8",
               "--output",        "junit:a", "--output",        "json:b", "--libtorch",       "dir",
               "--check-timeout", "60",      "--device-index",  "1",      "--expect-devices", "2",
               "--min-gpu-tests", "7",       "--no-after-check"});
  EXPECT_EQ(request.test_timeout, RunRequest::kNoLimit);
  EXPECT_EQ(request.run_timeout, std::chrono::milliseconds(1500));
  EXPECT_EQ(request.jobs, 8U);
  ASSERT_EQ(request.outputs.size(), 2U);
  EXPECT_EQ(request.outputs[1].file, "b");
  EXPECT_EQ(request.diagnosis_arguments,
            (Arguments{"--libtorch", "dir", "--timeout", "60", "--device-index", "1",
                       "--expect-devices", "2"}));
  EXPECT_EQ(request.diagnosis_limit, std::chrono::seconds(70));
  EXPECT_EQ(request.min_gpu_tests, 7);
  EXPECT_FALSE(request.after_check);
}

TEST(RunOptionsTest, ThePluginsFlagsAreTakenOver) {
  const RunRequest request = Request(
      {"--libtorch", "mine"},
      {"--kernodeck_output=json:a", "--kernodeck_libtorch=other", "--kernodeck_timeout=9",
       "--kernodeck_device=1", "--kernodeck_after_check=off", "--kernodeck_min_gpu_tests=3"});
  ASSERT_EQ(request.outputs.size(), 1U);
  EXPECT_EQ(request.arguments.front(), "--kernodeck_libtorch=other");
  EXPECT_EQ(request.diagnosis_arguments,
            (Arguments{"--libtorch", "mine", "--timeout", "9", "--device-index", "1"}));
  EXPECT_FALSE(request.after_check);
  EXPECT_EQ(request.min_gpu_tests, 3);
}

TEST(RunOptionsTest, WhoPromisesGpusHasToUseThem) {
  EXPECT_EQ(Request({"--expect-devices", "2"}).min_gpu_tests, 1);
  EXPECT_EQ(Request({}, {"--kernodeck_expect_gpus=2"}).min_gpu_tests, 1);
  const Variables promise = {{"KERNODECK_EXPECT_GPUS", "2"}};
  EXPECT_EQ(Request({}, {}, promise).min_gpu_tests, 1);
  EXPECT_EQ(Request({}, {"--gtest_filter=A.*"}, promise).min_gpu_tests, 0);
  // A variable may be set for all that runs on a machine, an option is meant for these tests.
  EXPECT_TRUE(Request({}, {}, promise).min_is_for_plugin);
  EXPECT_FALSE(Request({"--expect-devices", "2"}, {}, promise).min_is_for_plugin);
  EXPECT_FALSE(Request({"--min-gpu-tests", "2"}, {}, promise).min_is_for_plugin);
  EXPECT_EQ(Request({"--expect-devices", "2"}).promised_gpus, "2");
  EXPECT_EQ(Request({}, {}, promise).promised_gpus, "");
  EXPECT_NE(Refusal({"--expect-devices", "0"}), "taken");
  EXPECT_NE(Refusal({}, {}, {{"KERNODECK_EXPECT_GPUS", "many"}}), "taken");
  Variables shard = promise;
  shard["GTEST_TOTAL_SHARDS"] = "2";
  shard["GTEST_SHARD_INDEX"] = "1";
  EXPECT_EQ(Request({}, {}, shard).min_gpu_tests, 0);
}

TEST(RunOptionsTest, TheVariableOfTheTimeLimitCountsToo) {
  EXPECT_EQ(Request({}, {}, {{"KERNODECK_TIMEOUT", "50"}}).diagnosis_limit,
            std::chrono::seconds(60));
  EXPECT_NE(Refusal({}, {}, {{"KERNODECK_TIMEOUT", "x"}}), "taken");
}

TEST(RunOptionsTest, RefusesInAClearSentence) {
  EXPECT_EQ(Refusal({"--jobs", "0"}),
            "--jobs takes a whole number from 1 to 1024; \"0\" was given.");
  EXPECT_EQ(Refusal({"--test-timeout", "-1"}),
            "--test-timeout takes a number of seconds up to 86400, 0 for none; \"-1\" was given.");
  EXPECT_NE(Refusal({"--output", "pdf:a"}).find("--output: "), std::string::npos);
  EXPECT_NE(Refusal({"--libtorch", ""}), "taken");
  EXPECT_NE(Refusal({}, {"--gtest_output=xml:a"}).find("--output junit:FILE"), std::string::npos);
  EXPECT_EQ(Refusal({}, {"--gtest_output="}), "taken");
  EXPECT_NE(Refusal({}, {}, {{"GTEST_TOTAL_SHARDS", "2"}}), "taken");
}

}  // namespace
}  // namespace kernodeck
