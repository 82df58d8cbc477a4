#include "plugin/run/diagnosis_process.h"

#include <sys/utsname.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "plugin/diagnosis/caller.h"
#include "plugin/report/json_report.h"
#include "plugin/report/read_report.h"
#include "plugin/run/result_text.h"

namespace kernodeck {
namespace {

bool Names(const std::vector<std::string>& arguments, const std::string& option) {
  return std::find(arguments.begin(), arguments.end(), option) != arguments.end();
}

DiagnosticReport WithoutFindings(Verdict verdict) {
  DiagnosticReport report;
  report.verdict = std::move(verdict);
  for (const Stage stage : kDiagnosisStages) report.stages.push_back({stage, {}, {}});
  report.stages.front().result = StageResult::kFailed;
  utsname system{};
  if (::uname(&system) == 0) {
    report.runtime.system = system.sysname;
    report.runtime.machine = system.machine;
  }
  report.runtime.kernodeck_version = KERNODECK_VERSION;
  report.execution.requested = "gpu";
  report.created_at = std::chrono::system_clock::now();
  return report;
}

}  // namespace

WorkerCommand DiagnosisCommand(const std::filesystem::path& command,
                               const std::vector<std::string>& arguments,
                               std::optional<pid_t> caller, const std::filesystem::path& libtorch) {
  WorkerCommand started{command, {"diagnose", "--format", "json"}, {}};
  started.arguments.insert(started.arguments.end(), arguments.begin(), arguments.end());
  if (caller) {
    started.arguments.insert(started.arguments.end(), {"--caller", std::to_string(*caller)});
  } else if (!libtorch.empty() && !Names(arguments, "--libtorch")) {
    started.arguments.insert(started.arguments.end(), {"--libtorch", libtorch.string()});
  }
  started.event_channel = false;
  started.separate_errors = true;
  return started;
}

DiagnosisAnswer ReadAnswer(const std::string& output, const ProcessEnd& end) {
  auto read = ReadReport(output);
  const auto* const report = std::get_if<DiagnosticReport>(&read);
  const bool whole = report != nullptr && end.kind == ProcessEnd::Kind::kExited &&
                     end.exit_status == ExitStatus(report->verdict);
  if (whole) return {output, report->verdict};
  const bool timed_out =
      end.kind == ProcessEnd::Kind::kTimedOut || end.kind == ProcessEnd::Kind::kCouldNotBeKilled;
  const DiagnosticReport made =
      WithoutFindings(timed_out ? MakeVerdict(Code::kTimeout, std::nullopt, Stage::kImport)
                                : MakeVerdict(Code::kWorkerFailed, Cause::kCommandUnusable,
                                              Stage::kImport, "its process " + EndPhrase(end)));
  return {ToJson(made), made.verdict};
}

std::filesystem::path LibTorchOf(pid_t process) {
  const std::optional<CallerLibTorch> caller = ReadCaller(process);
  return caller ? caller->location.directory : std::filesystem::path();
}

}  // namespace kernodeck
