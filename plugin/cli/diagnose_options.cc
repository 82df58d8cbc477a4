#include "plugin/cli/diagnose_options.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <string_view>
#include <utility>

#include "plugin/cli/label.h"
#include "plugin/core/number_text.h"
#include "plugin/core/quoted.h"
#include "plugin/diagnosis/caller.h"

namespace kernodeck {
namespace {

constexpr std::chrono::seconds kMinTimeout{5};
constexpr std::chrono::seconds kMaxTimeout{120};
constexpr int kMaxNumber = std::numeric_limits<int>::max();

using MaybeError = std::optional<UsageError>;

// A text and where it came from, for the sentence that refuses it.
struct Given {
  std::string source;  // "--timeout" or "KERNODECK_TIMEOUT"
  std::string text;
};

std::optional<Given> FlagOrVariable(const ParsedArguments& arguments, const std::string& flag,
                                    const Environment& environment, const std::string& variable) {
  if (std::optional<std::string> text = arguments.Value(flag)) return Given{flag, *text};
  std::optional<std::string> text = environment(variable);
  if (!text || text->empty()) return std::nullopt;
  return Given{variable, *text};
}

UsageError OutOfRange(const Given& given, std::string_view range) {
  return {given.source + " takes " + std::string(range) + "; " + Quoted(given.text) +
          " was given."};
}

// Fills in target and, for `cuda:N`, the index.
bool ParseDevice(std::string_view text, Target& target, std::optional<int>& index) {
  constexpr std::string_view kPrefix = "cuda:";
  target = text == "cpu" ? Target::kCpu : Target::kGpu;
  if (text == "cpu" || text == "gpu") return true;
  if (text.substr(0, kPrefix.size()) != kPrefix) return false;
  index = ParseWholeNumber(text.substr(kPrefix.size()), 0, kMaxNumber);
  return index.has_value();
}

MaybeError ReadDevice(const ParsedArguments& arguments, DiagnosisRequest& request) {
  const std::string device = arguments.Value("--device").value_or("gpu");
  const std::string numbers = "from 0 to " + std::to_string(kMaxNumber);
  std::optional<int> index;
  if (!ParseDevice(device, request.target, index)) {
    return OutOfRange({"--device", device}, "gpu, cpu, or cuda:N with N " + numbers);
  }
  if (const std::optional<std::string> text = arguments.Value("--device-index")) {
    const std::optional<int> given = ParseWholeNumber(*text, 0, kMaxNumber);
    if (!given) return OutOfRange({"--device-index", *text}, "a whole number " + numbers);
    if (request.target == Target::kCpu || (index && *index != *given)) {
      return UsageError{"--device-index " + *text + " contradicts --device " + device +
                        "; give one of them."};
    }
    index = given;
  }
  request.device_index = index.value_or(0);
  request.requested = index ? "cuda:" + std::to_string(*index) : device;
  return std::nullopt;
}

MaybeError ReadTimeout(const ParsedArguments& arguments, const Environment& environment,
                       DiagnosisRequest& request) {
  const std::optional<Given> given =
      FlagOrVariable(arguments, "--timeout", environment, "KERNODECK_TIMEOUT");
  if (!given) return std::nullopt;
  const std::optional<std::chrono::milliseconds> limit =
      ParseSeconds(given->text, kMinTimeout, kMaxTimeout);
  if (!limit) return OutOfRange(*given, "a number of seconds from 5 to 120");
  request.time_limit = *limit;
  return std::nullopt;
}

// A runner's promise of GPUs says nothing about a check on the CPU: there the variable is not used.
MaybeError ReadExpectedDevices(const ParsedArguments& arguments, const Environment& environment,
                               DiagnosisRequest& request) {
  const std::optional<Given> given =
      FlagOrVariable(arguments, "--expect-devices", environment, "KERNODECK_EXPECT_GPUS");
  if (!given) return std::nullopt;
  const std::optional<int> number = ParseWholeNumber(given->text, 1, kMaxNumber);
  if (!number) {
    return OutOfRange(*given, "a whole number from 1 to " + std::to_string(kMaxNumber));
  }
  if (request.target == Target::kGpu) {
    request.expect_devices = number;
  } else if (arguments.Has("--expect-devices")) {
    return UsageError{"--expect-devices " + given->text +
                      " contradicts --device cpu; give one of them."};
  }
  return std::nullopt;
}

MaybeError ReadLabels(const ParsedArguments& arguments, DiagnosisRequest& request) {
  for (const std::string& text : arguments.Values("--label")) {
    auto label = ParseLabel(text);
    if (auto* error = std::get_if<UsageError>(&label)) return std::move(*error);
    auto& given = std::get<0>(label);
    const bool known =
        std::any_of(request.labels.begin(), request.labels.end(),
                    [&given](const auto& other) { return other.first == given.first; });
    if (known) {
      return UsageError{"--label takes a key once, and " + given.first + " was given again."};
    }
    request.labels.push_back(std::move(given));
  }
  return std::nullopt;
}

MaybeError ReadCallerOption(const ParsedArguments& arguments, DiagnosisRequest& request) {
  const std::optional<std::string> text = arguments.Value("--caller");
  if (!text) return std::nullopt;
  request.caller = ParseWholeNumber(*text, 1, kMaxNumber);
  if (request.caller && CanReadCaller(*request.caller)) return std::nullopt;
  if (request.caller) {
    return UsageError{"--caller: process " + std::to_string(*request.caller) +
                      " is not there, or this user may not read what it has mapped."};
  }
  return OutOfRange({"--caller", *text},
                    "a process number from 1 to " + std::to_string(kMaxNumber));
}

// A name that begins with `-` is nearly always a slip, and is awkward to remove again.
MaybeError CheckPath(const Given& given) {
  if (!given.text.empty() && given.text.front() != '-') return std::nullopt;
  return OutOfRange(given, "a path (`./-name` for one that begins with `-`)");
}

// The flags that name another LibTorch contradict it, before anything is looked at.
MaybeError ReadPython(const ParsedArguments& arguments, DiagnosisRequest& request) {
  const std::optional<std::string> text = arguments.Value("--python");
  if (!text) return std::nullopt;
  if (MaybeError error = CheckPath({"--python", *text})) return error;
  for (const char* const other : {"--libtorch", "--caller"}) {
    if (arguments.Has(other)) {
      return UsageError{std::string(other) + " contradicts --python, which checks the torch of " +
                        Quoted(*text) + "; give one of them."};
    }
  }
  request.python = *text;
  return std::nullopt;
}

MaybeError ReadAllDevices(const ParsedArguments& arguments, DiagnosisRequest& request) {
  request.all_devices = arguments.Has("--all-devices");
  if (!request.all_devices) return std::nullopt;
  const std::string device = arguments.Value("--device").value_or("gpu");
  if (arguments.Has("--device-index") || device != "gpu") {
    const std::string index = arguments.Value("--device-index").value_or("");
    return UsageError{"--all-devices contradicts " +
                      (index.empty() ? "--device " + device : "--device-index " + index) +
                      "; give one of them."};
  }
  return std::nullopt;
}

MaybeError ReadFormat(const ParsedArguments& arguments, DiagnoseOptions& options) {
  const std::optional<std::string> text = arguments.Value("--format");
  if (!text) return std::nullopt;
  const std::optional<ReportFormat> format = FindReportFormat(*text);
  if (!format) return OutOfRange({"--format", *text}, "text, json or markdown");
  options.format = *format;
  return std::nullopt;
}

MaybeError ReadPaths(const ParsedArguments& arguments, const Environment& environment,
                     DiagnoseOptions& options) {
  using File = std::pair<std::string, std::optional<std::filesystem::path>*>;
  const std::array<File, 2> files = {File{"--output", &options.output},
                                     File{"--trace", &options.trace}};
  for (const auto& [flag, target] : files) {
    const std::optional<std::string> text = arguments.Value(flag);
    if (!text) continue;
    if (MaybeError error = CheckPath({flag, *text})) return error;
    *target = *text;
  }
  if (options.output && options.output == options.trace) {
    return UsageError{"--output and --trace name one file, " + Quoted(options.output->string()) +
                      "; give each its own."};
  }
  // A variable that names a LibTorch says nothing about an interpreter's torch.
  if (options.request.python) return std::nullopt;
  const std::optional<Given> libtorch =
      FlagOrVariable(arguments, "--libtorch", environment, "KERNODECK_LIBTORCH");
  if (!libtorch) return std::nullopt;
  if (MaybeError error = CheckPath(*libtorch)) return error;
  options.request.libtorch = libtorch->text;
  return std::nullopt;
}

}  // namespace

std::vector<OptionSpec> DiagnoseOptionSpecs() {
  return {
      {"--device", "gpu|cpu|cuda:N", "What to check (default gpu). The CPU is never a substitute."},
      {"--device-index", "N", "The index of the GPU among the visible ones (default 0)."},
      {"--all-devices", "", "Check every visible GPU, side by side, with a verdict on each."},
      {"--timeout", "SECONDS", "Time limit, 5 to 120 (default 30).\nVariable: KERNODECK_TIMEOUT."},
      {"--expect-devices", "N",
       "Fail with DEVICE_INDEX_INVALID where fewer than N GPUs are\n"
       "visible, N from 1 on. Variable: KERNODECK_EXPECT_GPUS."},
      {"--libtorch", "DIR", "The LibTorch to check. Variable: KERNODECK_LIBTORCH."},
      {"--python", "EXE",
       "Check the torch of this Python (3.8 or newer) instead: a path,\n"
       "a name on PATH, or the folder of a venv or conda environment."},
      {"--caller", "PID", "Check the LibTorch that this process has mapped."},
      {"--check-exit", "", "Run the teardown of the libraries at the end, and judge it too."},
      {"--host-check", "", "Also ask nvidia-smi, 3 s at most; never changes the verdict."},
      {"--format", "text|json|markdown", "What standard output gets (default text)."},
      {"--output", "FILE",
       "Also save the report, in the same format, as a new file.\n"
       "An existing file is never overwritten."},
      {"--trace", "FILE",
       "Save local evidence as a new file: paths and raw texts,\n"
       "not to be published."},
      {"--label", "KEY=VALUE", "A label for the report. May be given several times.", true},
      {"--version", "", "Show the version and the LibTorch that it was built for."},
  };
}

std::variant<DiagnoseOptions, UsageError> ReadDiagnoseOptions(const ParsedArguments& arguments,
                                                              const Environment& environment) {
  DiagnoseOptions options;
  options.request.check_exit = arguments.Has("--check-exit");
  options.request.host_check = arguments.Has("--host-check");
  MaybeError error = ReadDevice(arguments, options.request);
  if (!error) error = ReadAllDevices(arguments, options.request);
  if (!error) error = ReadTimeout(arguments, environment, options.request);
  if (!error) error = ReadExpectedDevices(arguments, environment, options.request);
  if (!error) error = ReadPython(arguments, options.request);
  if (!error) error = ReadCallerOption(arguments, options.request);
  if (!error) error = ReadFormat(arguments, options);
  if (!error) error = ReadPaths(arguments, environment, options);
  if (!error) error = ReadLabels(arguments, options.request);
  if (error) return *std::move(error);
  return options;
}

}  // namespace kernodeck
