#include "plugin/cli/diagnose_command.h"

#include <csignal>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "plugin/cli/command.h"
#include "plugin/cli/diagnose_options.h"
#include "plugin/cli/help_footer.h"
#include "plugin/cli/progress_line.h"
#include "plugin/cli/version_text.h"
#include "plugin/core/quoted.h"
#include "plugin/report/new_file.h"

namespace kernodeck {
namespace {

constexpr std::string_view kName = "kernodeck diagnose";

constexpr std::string_view kTraceHeading =
    "kernodeck trace: local evidence. It holds paths and raw texts of this machine and is not to "
    "be "
    "published.\n";

CommandSpec Spec() {
  CommandSpec spec;
  spec.name = kName;
  spec.summary =
      "Finds the first failing layer between this machine and a working GPU under LibTorch.";
  spec.options = DiagnoseOptionSpecs();
  spec.footer = ExamplesSection({
                    "kernodeck diagnose",
                    "kernodeck diagnose --device cpu --format json",
                    "kernodeck diagnose --all-devices --format markdown",
                    "kernodeck diagnose --python .venv --device cpu",
                    "kernodeck diagnose --device-index 1 --timeout 60 --host-check",
                    "kernodeck diagnose --expect-devices 8 --label runner=night-3 --output r.json",
                }) +
                "\n" + DiagnosisExitStatuses();
  return spec;
}

// A file that was asked for: reserved before the check, written after it.
class RequestedFile {
 public:
  RequestedFile(const Console& console, std::string_view what,
                const std::optional<std::filesystem::path>& path)
      : console_(console), what_(what), path_(path) {
    if (path_) Note(file_.Reserve(*path_), "cannot be saved");
  }

  void Write(std::string_view content) {
    if (path_ && !failed_) Note(file_.Commit(content), "was not saved");
  }

  // Why it is not there, or is not going to be.
  [[nodiscard]] std::optional<Cause> failed() const { return failed_; }

 private:
  void Note(const NewFileResult& result, std::string_view how) {
    if (result.ok()) return;
    failed_ = result.cause;
    const CauseInfo& row = Info(*failed_);
    std::string reason;
    if (result.error_number != 0) {
      reason = std::string(" (") + std::strerror(result.error_number) + ")";
    }
    console_.err(std::string(kName) + ": the " + std::string(what_) + " " + std::string(how) +
                 " as " + Quoted(path_->string()) + ". " + std::string(row.sentence) + reason +
                 " " + std::string(row.next_step) + "\n");
  }

  const Console& console_;
  std::string_view what_;
  const std::optional<std::filesystem::path>& path_;
  NewFile file_;
  std::optional<Cause> failed_;
};

DiagnosisOutcome RunCheck(const DiagnoseOptions& options, const Console& console,
                          const Installation& installation, const Diagnoser& diagnose,
                          ProgressLine& progress) {
  progress.Start();
  DiagnosisOutcome outcome =
      diagnose(options.request, installation, console.environment,
               [&progress](std::size_t, const Event& event) { progress.Observe(event); });
  progress.Erase();
  return outcome;
}

// The trace first and standard output last: each report says what is known by then.
int Deliver(DiagnosisOutcome& outcome, const DiagnoseOptions& options, const Console& console,
            RequestedFile& output, RequestedFile& trace) {
  DiagnosticReport& report = outcome.report;
  trace.Write(std::string(kTraceHeading) + outcome.trace);
  if (trace.failed()) MarkOutputFailed(report, *trace.failed());
  if (!console.out_usable) MarkOutputFailed(report, Cause::kStandardOutputClosed);
  if (!output.failed()) {
    output.Write(options.format.write(report, {false, console.out_style.unicode}));
  }
  if (output.failed()) MarkOutputFailed(report, *output.failed());
  const bool printed =
      console.out_usable && console.out(options.format.write(report, console.out_style));
  if (!printed) {
    MarkOutputFailed(report, Cause::kStandardOutputClosed);
    const CauseInfo& row = Info(Cause::kStandardOutputClosed);
    console.err(std::string(kName) + ": " + std::string(row.sentence) + " The verdict is " +
                std::string(Info(report.verdict.code).name) + ". " + std::string(row.next_step) +
                "\n");
  }
  return ExitStatus(report.verdict);
}

}  // namespace

int RunDiagnose(const std::vector<std::string>& arguments, const Console& console,
                const Installation& installation, const Diagnoser& diagnose) {
  auto begun = BeginCommand(console, Spec(), arguments);
  if (const int* status = std::get_if<int>(&begun)) return *status;
  const auto& taken = std::get<ParsedArguments>(begun);
  if (taken.Has("--version")) {
    return ShowText(console, kName, VersionText(installation.built_for));
  }
  auto read = ReadDiagnoseOptions(taken, console.environment);
  if (const auto* error = std::get_if<UsageError>(&read)) {
    return RefuseUsage(console, kName, *error);
  }
  const auto& options = std::get<DiagnoseOptions>(read);
  RequestedFile output(console, "report", options.output);
  RequestedFile trace(console, "trace", options.trace);
  ProgressLine progress(console.progress);
  DiagnosisOutcome outcome = RunCheck(options, console, installation, diagnose, progress);
  if (outcome.interrupted_by_signal) {
    return EndInterrupted(console, kName, *outcome.interrupted_by_signal, "no verdict, no report",
                          progress.UnderWay());
  }
  return Deliver(outcome, options, console, output, trace);
}

}  // namespace kernodeck
