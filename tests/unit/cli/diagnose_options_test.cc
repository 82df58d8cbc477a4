// D5, D10, D20 and C4: what `kernodeck diagnose` takes, and what it refuses in a clear sentence.
#include "plugin/cli/diagnose_options.h"

#include <gtest/gtest.h>

#include "tests/unit/cli/fake_console.h"

namespace kernodeck {
namespace {

using Variables = std::map<std::string, std::string>;

std::variant<DiagnoseOptions, UsageError> Read(const std::vector<std::string>& arguments,
                                               const Variables& variables = {}) {
  CommandSpec spec;
  spec.options = DiagnoseOptionSpecs();
  auto parsed = ParseArguments(spec, arguments);
  if (const auto* error = std::get_if<UsageError>(&parsed)) return *error;
  return ReadDiagnoseOptions(std::get<ParsedArguments>(parsed), FakeEnvironment(variables));
}

DiagnosisRequest Request(const std::vector<std::string>& arguments,
                         const Variables& variables = {}) {
  return std::get<DiagnoseOptions>(Read(arguments, variables)).request;
}

std::string Refusal(const std::vector<std::string>& arguments, const Variables& variables = {}) {
  const auto read = Read(arguments, variables);
  const auto* error = std::get_if<UsageError>(&read);
  return error == nullptr ? "taken" : error->message;
}

TEST(DiagnoseOptions, AskForTheFirstGpuByDefault) {
  const auto options = std::get<DiagnoseOptions>(Read({}));
  EXPECT_EQ(options.request.target, Target::kGpu);
  EXPECT_EQ(options.request.device_index, 0);
  EXPECT_EQ(options.request.requested, "gpu");
  EXPECT_EQ(options.request.time_limit, std::chrono::seconds(30));
  EXPECT_EQ(options.request.libtorch, std::nullopt);
  EXPECT_EQ(options.request.expect_devices, std::nullopt);
  EXPECT_EQ(options.request.caller, std::nullopt);
  EXPECT_FALSE(options.request.check_exit);
  EXPECT_FALSE(options.request.host_check);
  EXPECT_EQ(options.format.name, "text");
  EXPECT_EQ(options.output, std::nullopt);
  EXPECT_EQ(options.trace, std::nullopt);
}

TEST(DiagnoseOptions, TakeADevice) {
  EXPECT_EQ(Request({"--device", "cpu"}).target, Target::kCpu);
  EXPECT_EQ(Request({"--device", "cpu"}).requested, "cpu");
  EXPECT_EQ(Request({"--device", "cuda:3"}).device_index, 3);
  EXPECT_EQ(Request({"--device", "cuda:3"}).requested, "cuda:3");
  EXPECT_EQ(Request({"--device-index", "9"}).device_index, 9);
  EXPECT_EQ(Request({"--device-index", "9"}).requested, "cuda:9");
  EXPECT_EQ(Request({"--device", "cuda:1", "--device-index", "1"}).device_index, 1);
}

TEST(DiagnoseOptions, RefuseOtherDevices) {
  for (const char* device :
       {"tpu", "", "cuda", "cuda:", "cuda:-1", "cuda:1x", "cuda:99999999999", "GPU", "cuda:1 "}) {
    EXPECT_EQ(Refusal({"--device", device}),
              "--device takes gpu, cpu, or cuda:N with N from 0 to 2147483647; \"" +
                  std::string(device) + "\" was given.");
  }
}

TEST(DiagnoseOptions, RefuseOtherIndices) {
  for (const char* index : {"-1", "99999999999", "1x", "", "0x1", "1.0", " 1"}) {
    EXPECT_EQ(Refusal({"--device-index", index}),
              "--device-index takes a whole number from 0 to 2147483647; \"" + std::string(index) +
                  "\" was given.");
  }
}

TEST(DiagnoseOptions, RefuseWhatContradictsItself) {
  EXPECT_EQ(Refusal({"--device", "cuda:1", "--device-index", "2"}),
            "--device-index 2 contradicts --device cuda:1; give one of them.");
  EXPECT_EQ(Refusal({"--device", "cpu", "--device-index", "0"}),
            "--device-index 0 contradicts --device cpu; give one of them.");
  EXPECT_EQ(Refusal({"--device", "cpu", "--expect-devices", "2"}),
            "--expect-devices 2 contradicts --device cpu; give one of them.");
}

TEST(DiagnoseOptions, TakeATimeLimit) {
  EXPECT_EQ(Request({"--timeout", "5"}).time_limit, std::chrono::seconds(5));
  EXPECT_EQ(Request({"--timeout", "120"}).time_limit, std::chrono::seconds(120));
  EXPECT_EQ(Request({}, {{"KERNODECK_TIMEOUT", "7.5"}}).time_limit,
            std::chrono::milliseconds(7500));
}

TEST(DiagnoseOptions, RefuseOtherTimeLimits) {
  for (const char* limit : {"4", "121", "nan", "inf", "", "1e1", "0x1e", "-30"}) {
    const std::string rest =
        " takes a number of seconds from 5 to 120; \"" + std::string(limit) + "\" was given.";
    EXPECT_EQ(Refusal({"--timeout", limit}), "--timeout" + rest);
    if (*limit == '\0') continue;
    EXPECT_EQ(Refusal({}, {{"KERNODECK_TIMEOUT", limit}}), "KERNODECK_TIMEOUT" + rest);
  }
}

TEST(DiagnoseOptions, AFlagWinsOverItsVariableEvenOverABadOne) {
  EXPECT_EQ(Request({"--timeout", "6"}, {{"KERNODECK_TIMEOUT", "nan"}}).time_limit,
            std::chrono::seconds(6));
  EXPECT_EQ(Request({"--expect-devices", "2"}, {{"KERNODECK_EXPECT_GPUS", "x"}}).expect_devices, 2);
  EXPECT_EQ(Request({"--libtorch", "/a"}, {{"KERNODECK_LIBTORCH", "/b"}}).libtorch, "/a");
}

TEST(DiagnoseOptions, AnEmptyVariableIsNotSet) {
  const Variables empty = {
      {"KERNODECK_TIMEOUT", ""}, {"KERNODECK_EXPECT_GPUS", ""}, {"KERNODECK_LIBTORCH", ""}};
  EXPECT_EQ(Request({}, empty).time_limit, std::chrono::seconds(30));
  EXPECT_EQ(Request({}, empty).expect_devices, std::nullopt);
  EXPECT_EQ(Request({}, empty).libtorch, std::nullopt);
}

TEST(DiagnoseOptions, TakeTheNumberOfExpectedDevices) {
  EXPECT_EQ(Request({"--expect-devices", "8"}).expect_devices, 8);
  EXPECT_EQ(Request({}, {{"KERNODECK_EXPECT_GPUS", "4"}}).expect_devices, 4);
  EXPECT_EQ(Refusal({"--expect-devices", "0"}),
            "--expect-devices takes a whole number from 1 to 2147483647; \"0\" was given.");
  EXPECT_EQ(Refusal({}, {{"KERNODECK_EXPECT_GPUS", "many"}}),
            "KERNODECK_EXPECT_GPUS takes a whole number from 1 to 2147483647; \"many\" was given.");
}

TEST(DiagnoseOptions, ARunnersPromiseSaysNothingAboutTheCpu) {
  EXPECT_EQ(Request({"--device", "cpu"}, {{"KERNODECK_EXPECT_GPUS", "4"}}).expect_devices,
            std::nullopt);
}

TEST(DiagnoseOptions, TakeLabelsInTheirOrderAndAKeyOnce) {
  using Labels = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(Request({"--label", "b=1", "--label", "a=2"}).labels, (Labels{{"b", "1"}, {"a", "2"}}));
  EXPECT_EQ(Refusal({"--label", "a=1", "--label", "a=2"}),
            "--label takes a key once, and a was given again.");
  EXPECT_NE(Refusal({"--label", "a"}), "taken");
}

TEST(DiagnoseOptions, TakeACaller) {
  const std::string self = std::to_string(::getpid());
  EXPECT_EQ(Request({"--caller", self}).caller, ::getpid());
  EXPECT_NE(Refusal({"--caller", "2147483647"}).find("is not there"), std::string::npos);
  for (const char* process : {"0", "-5", "self", "", "99999999999"})
    EXPECT_NE(Refusal({"--caller", process}), "taken");
}

TEST(DiagnoseOptions, TakeAFormat) {
  EXPECT_EQ(std::get<DiagnoseOptions>(Read({"--format", "json"})).format.name, "json");
  EXPECT_EQ(std::get<DiagnoseOptions>(Read({"--format", "markdown"})).format.name, "markdown");
  EXPECT_EQ(Refusal({"--format", "xml"}),
            "--format takes text, json or markdown; \"xml\" was given.");
}

TEST(DiagnoseOptions, NameEveryFormatThatThereIs) {
  std::string values;
  for (const OptionSpec& option : DiagnoseOptionSpecs()) {
    if (option.name == "--format") values = option.value_name;
  }
  for (const ReportFormat& format : AllReportFormats()) {
    EXPECT_NE(Refusal({"--format", "xml"}).find(format.name), std::string::npos) << format.name;
    EXPECT_NE(values.find(format.name), std::string::npos) << format.name;
  }
}

TEST(DiagnoseOptions, TakePaths) {
  const auto options =
      std::get<DiagnoseOptions>(Read({"--output", "a b", "--trace", "/t", "--libtorch", "\xff"}));
  EXPECT_EQ(options.output, "a b");
  EXPECT_EQ(options.trace, "/t");
  EXPECT_EQ(options.request.libtorch, "\xff");
}

TEST(DiagnoseOptions, RefusePathsThatAreSlips) {
  for (const char* option : {"--output", "--trace", "--libtorch"}) {
    EXPECT_NE(Refusal({option, ""}), "taken") << option;
    EXPECT_NE(Refusal({option, "-"}), "taken") << option;
    EXPECT_NE(Refusal({option, "-h"}), "taken") << option;
  }
  EXPECT_EQ(Refusal({"--output", "r", "--trace", "r"}),
            "--output and --trace name one file, \"r\"; give each its own.");
}

TEST(DiagnoseOptions, TakeAPython) {
  EXPECT_EQ(Request({"--python", "python3"}).python, "python3");
  EXPECT_EQ(Request({}).python, std::nullopt);
  EXPECT_EQ(Request({"--python", "p"}, {{"KERNODECK_LIBTORCH", "/b"}}).libtorch, std::nullopt);
  EXPECT_EQ(Refusal({"--python", "p", "--libtorch", "/a"}),
            "--libtorch contradicts --python, which checks the torch of \"p\"; give one of them.");
  EXPECT_EQ(Refusal({"--python", "p", "--caller", "1"}),
            "--caller contradicts --python, which checks the torch of \"p\"; give one of them.");
  EXPECT_NE(Refusal({"--python", "-c"}), "taken");
}

TEST(DiagnoseOptions, TakeAllDevicesButNotOneOfThemToo) {
  EXPECT_TRUE(Request({"--all-devices"}).all_devices);
  EXPECT_TRUE(Request({"--all-devices", "--device", "gpu", "--expect-devices", "2"}).all_devices);
  EXPECT_FALSE(Request({}).all_devices);
  EXPECT_EQ(Refusal({"--all-devices", "--device-index", "0"}),
            "--all-devices contradicts --device-index 0; give one of them.");
  for (const char* device : {"cpu", "cuda:0"}) {
    EXPECT_EQ(Refusal({"--all-devices", "--device", device}),
              "--all-devices contradicts --device " + std::string(device) + "; give one of them.");
  }
}

}  // namespace
}  // namespace kernodeck
