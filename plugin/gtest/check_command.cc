#include "plugin/gtest/check_command.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>

#include "plugin/gtest/captured_run.h"
#include "plugin/report/read_report.h"

namespace kernodeck {
namespace {

namespace fs = std::filesystem;
using End = CapturedRun::End;

constexpr const char* kCommand = "kernodeck";
// For starting, searching and printing, beside the time limit of the computation.
constexpr std::chrono::seconds kMargin{10};
constexpr int kUsage = 2;

bool IsProgram(const fs::path& file) {
  std::error_code error;
  return fs::is_regular_file(file, error) && access(file.c_str(), X_OK) == 0;
}

// The folders of a list with colons. An empty entry would be the current folder, where anything may
// lie: it is left out.
std::vector<fs::path> FoldersOf(std::string_view list) {
  std::vector<fs::path> folders;
  while (!list.empty()) {
    const std::size_t colon = std::min(list.find(':'), list.size());
    if (colon > 0) folders.emplace_back(list.substr(0, colon));
    list.remove_prefix(std::min(colon + 1, list.size()));
  }
  return folders;
}

std::optional<fs::path> FirstProgram(const std::vector<fs::path>& folders, const fs::path& name) {
  for (const fs::path& folder : folders) {
    if (IsProgram(folder / name)) return folder / name;
  }
  return std::nullopt;
}

std::string Seconds(std::chrono::milliseconds time) {
  std::string text = std::to_string(time.count() / 1000);
  const std::string thousandths = std::to_string(time.count() % 1000);
  if (thousandths == "0") return text;
  return text.append(".").append(3 - thousandths.size(), '0').append(thousandths);
}

CheckOutcome Unusable(const std::string& why, const CapturedRun& run) {
  return {std::nullopt,
          MakeVerdict(Code::kWorkerFailed, Cause::kCommandUnusable, Stage::kImport, why),
          run.error};
}

// The exit status goes with the report: what dies behind its last word is no good witness.
CheckOutcome JudgeEnded(const CapturedRun& run) {
  if (run.end == End::kSignaled)
    return Unusable("it died by signal " + std::to_string(run.number), run);
  const bool exited = run.end == End::kExited;
  if (exited && run.number == kUsage) return Unusable("it refused its arguments", run);
  auto read = ReadReport(run.output);
  if (const auto* const why = std::get_if<std::string>(&read)) {
    return Unusable(run.output.empty() ? "it printed nothing" : "of what it printed " + *why, run);
  }
  auto& report = std::get<DiagnosticReport>(read);
  if (exited && run.number != ExitStatus(report.verdict)) {
    return Unusable("it exited with " + std::to_string(run.number) + " after another verdict", run);
  }
  CheckOutcome outcome{std::move(report), {}, {}};
  outcome.verdict = outcome.report->verdict;
  return outcome;
}

CheckOutcome Judge(const CapturedRun& run) {
  switch (run.end) {
    case End::kNotStarted:
      return Unusable("starting it failed with error " + std::to_string(run.number), run);
    case End::kTimedOut:
    case End::kUnkillable:
      return {std::nullopt, MakeVerdict(Code::kTimeout, std::nullopt, Stage::kImport), run.error};
    case End::kTooMuch:
      return Unusable("it printed more than a report can be", run);
    case End::kExited:
    case End::kSignaled:
    case End::kLost:
      break;
  }
  return JudgeEnded(run);
}

}  // namespace

CommandPlaces SystemCommandPlaces(std::optional<fs::path> named) {
  CommandPlaces places;
  std::error_code error;
  places.named = std::move(named);
  places.executable = fs::read_symlink("/proc/self/exe", error);
  places.built_in = FoldersOf(KERNODECK_COMMAND_FOLDERS);
  const char* const path = std::getenv("PATH");
  places.path = path != nullptr ? path : "";
  return places;
}

std::optional<fs::path> FindCheckCommand(const CommandPlaces& places) {
  if (places.named) {
    if (places.named->has_parent_path()) {
      return IsProgram(*places.named) ? places.named : std::nullopt;
    }
    return FirstProgram(FoldersOf(places.path), *places.named);
  }
  std::vector<fs::path> folders;
  if (!places.executable.empty()) {
    const fs::path folder = places.executable.parent_path();
    folders = {folder, folder.parent_path(), folder.parent_path() / "bin"};
  }
  folders.insert(folders.end(), places.built_in.begin(), places.built_in.end());
  if (auto found = FirstProgram(folders, kCommand)) return found;
  return FirstProgram(FoldersOf(places.path), kCommand);
}

std::vector<std::string> CheckArguments(const CheckRequest& request) {
  std::vector<std::string> arguments = {kCommand, "diagnose",  "--format",
                                        "json",   "--timeout", Seconds(request.time_limit)};
  const auto add = [&arguments](const char* option, std::string value) {
    arguments.insert(arguments.end(), {option, std::move(value)});
  };
  if (request.cpu) {
    add("--device", "cpu");
  } else {
    add("--device-index", std::to_string(request.device_index));
  }
  if (request.caller > 0) add("--caller", std::to_string(request.caller));
  if (request.libtorch) add("--libtorch", *request.libtorch);
  if (request.expect_devices) add("--expect-devices", std::to_string(*request.expect_devices));
  return arguments;
}

CheckOutcome RunCheckCommand(const CheckRequest& request, const CommandPlaces& places) {
  const std::optional<fs::path> command = FindCheckCommand(places);
  if (!command) {
    return {std::nullopt,
            MakeVerdict(Code::kWorkerFailed, Cause::kCommandNotFound, Stage::kImport),
            {}};
  }
  RunLimits limits;
  limits.time = request.time_limit + kMargin;
  limits.output_bytes = kMaxReportBytes;
  return Judge(RunAndCapture(*command, CheckArguments(request), limits));
}

}  // namespace kernodeck
