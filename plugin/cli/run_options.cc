#include "plugin/cli/run_options.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "plugin/core/number_text.h"
#include "plugin/core/quoted.h"
#include "plugin/run/test_program.h"

namespace kernodeck {
namespace {

using MaybeError = std::optional<UsageError>;

constexpr int kMaxNumber = std::numeric_limits<int>::max();
constexpr int kMaxJobs = 1024;
constexpr std::chrono::seconds kDay{86'400};
// The diagnosis keeps its own limit; this is for one that does not.
constexpr std::chrono::milliseconds kDiagnosisGrace{10'000};
constexpr std::chrono::milliseconds kDefaultCheckTimeout{30'000};

UsageError OutOfRange(const std::string& option, std::string_view range, std::string_view given) {
  return {option + " takes " + std::string(range) + "; " + Quoted(given) + " was given."};
}

// An option of the run, or the plugin's flag among the tests' arguments.
struct Given {
  std::string source;
  std::string text;
};

std::optional<Given> OptionOrFlag(const ParsedArguments& options, const std::string& option,
                                  const std::vector<std::string>& tests, const std::string& flag) {
  if (std::optional<std::string> text = options.Value(option)) return Given{option, *text};
  std::optional<Given> given;
  for (const std::string& argument : tests) {
    if (std::optional<std::string> text = FlagValue(argument, flag)) {
      given = Given{"--" + flag, *std::move(text)};
    }
  }
  return given;
}

MaybeError ReadLimit(const ParsedArguments& options, const std::string& option,
                     std::chrono::milliseconds& limit) {
  const std::optional<std::string> text = options.Value(option);
  if (!text) return std::nullopt;
  const auto seconds = ParseSeconds(*text, std::chrono::seconds(0), kDay);
  if (!seconds) return OutOfRange(option, "a number of seconds up to 86400, 0 for none", *text);
  limit = *seconds == std::chrono::milliseconds(0) ? RunRequest::kNoLimit : *seconds;
  return std::nullopt;
}

MaybeError ReadNumber(const std::optional<Given>& given, int min, int max,
                      std::optional<int>& number) {
  if (!given) return std::nullopt;
  number = ParseWholeNumber(given->text, min, max);
  if (number) return std::nullopt;
  return OutOfRange(given->source,
                    "a whole number from " + std::to_string(min) + " to " + std::to_string(max),
                    given->text);
}

MaybeError ReadOutputs(const ParsedArguments& options, const std::vector<std::string>& tests,
                       RunRequest& request) {
  std::vector<Given> texts;
  for (const std::string& text : options.Values("--output")) texts.push_back({"--output", text});
  for (const std::string& argument : tests) {
    const auto text = FlagValue(argument, "kernodeck_output");
    if (text) texts.push_back({"--kernodeck_output", *text});
  }
  for (const Given& given : texts) {
    auto parsed = ParseTestReportRequest(given.text);
    if (const auto* wrong = std::get_if<std::string>(&parsed)) {
      return UsageError{given.source + ": " + *wrong};
    }
    request.outputs.push_back(std::get<TestReportRequest>(std::move(parsed)));
  }
  return std::nullopt;
}

// What the diagnosis of the run is told.
MaybeError ReadDiagnosis(const ParsedArguments& options, const std::vector<std::string>& tests,
                         const Environment& environment, RunRequest& request) {
  std::vector<std::string>& arguments = request.diagnosis_arguments;
  if (const auto libtorch = OptionOrFlag(options, "--libtorch", tests, "kernodeck_libtorch")) {
    if (libtorch->text.empty() || libtorch->text.front() == '-') {
      return OutOfRange(libtorch->source, "a path (`./-name` for one that begins with `-`)",
                        libtorch->text);
    }
    arguments.insert(arguments.end(), {"--libtorch", libtorch->text});
  }
  auto timeout = OptionOrFlag(options, "--check-timeout", tests, "kernodeck_timeout");
  const std::string variable = environment("KERNODECK_TIMEOUT").value_or("");
  if (!timeout && !variable.empty()) timeout = Given{"KERNODECK_TIMEOUT", variable};
  std::chrono::milliseconds limit = kDefaultCheckTimeout;
  if (timeout) {
    const auto seconds =
        ParseSeconds(timeout->text, std::chrono::seconds(5), std::chrono::seconds(120));
    if (!seconds)
      return OutOfRange(timeout->source, "a number of seconds from 5 to 120", timeout->text);
    limit = *seconds;
    arguments.insert(arguments.end(), {"--timeout", timeout->text});
  }
  request.diagnosis_limit = limit + kDiagnosisGrace;
  constexpr std::array<std::array<const char*, 2>, 2> kNumbers = {
      {{"--device-index", "kernodeck_device"}, {"--expect-devices", "kernodeck_expect_gpus"}}};
  for (const auto& [option, flag] : kNumbers) {
    std::optional<int> number;
    const auto given = OptionOrFlag(options, option, tests, flag);
    const int min = std::string_view(option) == "--expect-devices" ? 1 : 0;
    if (MaybeError error = ReadNumber(given, min, kMaxNumber, number)) return error;
    if (number) arguments.insert(arguments.end(), {option, std::to_string(*number)});
  }
  return std::nullopt;
}

// A promise of GPUs (D20), which the tests are told of too, so that they refuse to skip. By a
// variable it is made to all that run on this machine, plain binaries too, and nobody knows whether
// those use a GPU.
MaybeError ReadPromise(const ParsedArguments& options, const std::vector<std::string>& tests,
                       const Environment& environment, RunRequest& request) {
  const bool whole = !request.flags.filtered && request.shard.count == 1;
  const auto given = OptionOrFlag(options, "--expect-devices", tests, "kernodeck_expect_gpus");
  const std::string variable = environment("KERNODECK_EXPECT_GPUS").value_or("");
  std::optional<int> number;
  if (!given && !variable.empty()) {
    const Given by_variable{"KERNODECK_EXPECT_GPUS", variable};
    if (MaybeError error = ReadNumber(by_variable, 1, kMaxNumber, number)) return error;
    request.min_is_for_plugin = whole && request.min_gpu_tests == 0;
  }
  if (given) request.promised_gpus = given->text;
  if (whole && (given || number)) request.min_gpu_tests = std::max(request.min_gpu_tests, 1);
  return std::nullopt;
}

MaybeError ReadGpuTests(const ParsedArguments& options, const std::vector<std::string>& tests,
                        const Environment& environment, RunRequest& request) {
  const auto given = OptionOrFlag(options, "--min-gpu-tests", tests, "kernodeck_min_gpu_tests");
  std::optional<int> number;
  if (MaybeError error = ReadNumber(given, 0, kMaxNumber, number)) return error;
  request.min_gpu_tests = number.value_or(0);
  if (MaybeError error = ReadPromise(options, tests, environment, request)) return error;
  const auto after = OptionOrFlag(options, "", tests, "kernodeck_after_check");
  request.after_check = !options.Has("--no-after-check") && !(after && after->text == "off");
  return std::nullopt;
}

MaybeError ReadTests(const std::vector<std::string>& tests, const Environment& environment,
                     RunRequest& request) {
  auto found = FindTestProgram(tests.front(), environment("PATH").value_or(""));
  if (const auto* why = std::get_if<std::string>(&found)) {
    return UsageError{"the tests' program " + Quoted(tests.front()) + " " + *why + "."};
  }
  request.executable = std::get<std::filesystem::path>(std::move(found));
  for (std::size_t i = 1; i < tests.size(); ++i) {
    // The reports are made here, once for all the tests' processes.
    if (!FlagValue(tests[i], "kernodeck_output")) request.arguments.push_back(tests[i]);
  }
  request.flags = ReadGoogleTestFlags(request.arguments, environment);
  if (request.flags.output_by_flag && !request.flags.output.empty() && !request.flags.list_tests) {
    return UsageError{
        "--gtest_output would hold the tests of the last process only; write "
        "--output junit:FILE before the `--` instead."};
  }
  auto shard = ReadShard(environment);
  if (auto* wrong = std::get_if<std::string>(&shard)) return UsageError{std::move(*wrong)};
  request.shard = std::get<Shard>(shard);
  return std::nullopt;
}

}  // namespace

std::vector<OptionSpec> RunOptionSpecs() {
  return {
      {"--test-timeout", "SECONDS",
       "Time limit of each test, up to 86400, 0 for none (default 300).\n"
       "Listing the tests, and what runs between them, has it too."},
      {"--timeout", "SECONDS", "Time limit of the whole run (default none)."},
      {"--jobs", "N", "Run the tests in N processes side by side (default 1)."},
      {"--output", "FORMAT:FILE",
       "Write a report as a new file while the tests run: junit,\n"
       "junit-strict or json. May be given several times. In FILE,\n"
       "{name}, {shard}, {shards}, {repeat} and {pid} are filled in.",
       true},
      {"--no-progress", "", "Show no progress on a terminal."},
      {"--libtorch", "DIR", "The LibTorch that the diagnosis checks, where the tests load none."},
      {"--check-timeout", "SECONDS", "Time limit of the diagnosis, 5 to 120 (default 30)."},
      {"--device-index", "N", "The index of the GPU that the diagnosis checks."},
      {"--expect-devices", "N", "The number of GPUs that the diagnosis has to find."},
      {"--min-gpu-tests", "N", "Fail where fewer GPU tests than N really ran."},
      {"--no-after-check", "",
       "Do not check the machine once more after a test that a device\n"
       "could have made fail."},
  };
}

std::variant<RunRequest, UsageError> ReadRunOptions(const ParsedArguments& options,
                                                    const std::vector<std::string>& tests,
                                                    const Environment& environment) {
  RunRequest request;
  MaybeError error = ReadLimit(options, "--test-timeout", request.test_timeout);
  if (!error) error = ReadLimit(options, "--timeout", request.run_timeout);
  std::optional<int> jobs;
  if (!error) error = ReadNumber(OptionOrFlag(options, "--jobs", {}, ""), 1, kMaxJobs, jobs);
  if (jobs) request.jobs = static_cast<std::size_t>(*jobs);
  if (!error) error = ReadOutputs(options, tests, request);
  if (!error) error = ReadDiagnosis(options, tests, environment, request);
  if (!error) error = ReadTests(tests, environment, request);
  if (!error) error = ReadGpuTests(options, tests, environment, request);
  if (error) return *std::move(error);
  return request;
}

}  // namespace kernodeck
