#include "plugin/diagnosis/diagnose.h"

#include <sys/utsname.h>

#include <algorithm>
#include <string_view>

#include "plugin/diagnosis/caller.h"
#include "plugin/diagnosis/execution.h"
#include "plugin/diagnosis/facts.h"
#include "plugin/diagnosis/host_check.h"
#include "plugin/diagnosis/judge.h"
#include "plugin/diagnosis/python_torch.h"
#include "plugin/diagnosis/stage_report.h"
#include "plugin/diagnosis/trace.h"
#include "plugin/diagnosis/worker_command.h"

namespace kernodeck {
namespace {

RuntimeReport DescribeRuntime() {
  RuntimeReport runtime;
  struct utsname system = {};
  if (::uname(&system) == 0) {
    runtime.system = system.sysname;
    runtime.machine = system.machine;
  }
  runtime.kernodeck_version = KERNODECK_VERSION;
  runtime.compiler = KERNODECK_COMPILER;
  return runtime;
}

// Whether a variable that hides devices is the reason: it is set, and a worker without it counts at
// least one device.
std::optional<std::string> FindHidingVariable(const Facts& facts, const Installation& installation,
                                              const Environment& environment, bool rocm) {
  const bool unavailable =
      facts.failure && facts.failure->stage == Stage::kDevice && facts.failure->kind == "no_device";
  const bool driver_there = facts.driver && facts.driver->report.library_found == true;
  if (!unavailable || !driver_there || facts.driver->device_count.value_or(0) > 0)
    return std::nullopt;
  std::string names;
  for (const std::string& name : HidingVariables()) {
    if (environment(name)) names += (names.empty() ? "" : ", ") + name;
  }
  if (names.empty()) return std::nullopt;
  const WorkerRun recount =
      RunWorkers({CountingWorker(installation, rocm)}, WorkerLimits{}).front();
  const Facts counted = ReadFacts(recount.events);
  const bool hidden = counted.driver && counted.driver->device_count.value_or(0) > 0;
  return hidden ? std::optional(names) : std::nullopt;
}

// Whether the worker had the caller's very files loaded.
std::optional<bool> SameAsCaller(const Facts& facts, const std::optional<CallerLibTorch>& caller) {
  if (!caller || facts.libraries.empty()) return std::nullopt;
  return std::all_of(facts.libraries.begin(), facts.libraries.end(), [&](const auto& loaded) {
    const auto mapped = caller->libraries.find(loaded.first);
    return mapped != caller->libraries.end() && mapped->second == loaded.second;
  });
}

LibTorchSearch Search(const DiagnosisRequest& request, const Installation& installation,
                      const Environment& environment, const std::optional<CallerLibTorch>& caller) {
  if (caller) return {caller->location, {}};
  LocatorInput input;
  input.given = request.libtorch;
  if (installation.built_for) input.built_with = installation.built_for->library_dir;
  input.active_python = [&] { return FindPythonTorch(environment); };
  input.system_folders = SystemLibraryFolders();
  return LocateLibTorch(input);
}

std::optional<CallerLibTorch> CallerOf(const DiagnosisRequest& request) {
  return request.caller ? ReadCaller(*request.caller) : std::nullopt;
}

}  // namespace

LibTorchSearch SearchLibTorch(const DiagnosisRequest& request, const Installation& installation,
                              const Environment& environment) {
  return Search(request, installation, environment, CallerOf(request));
}

DiagnosisOutcome Diagnose(const DiagnosisRequest& request, const Installation& installation,
                          const Environment& environment, const EventObserver& observer) {
  const auto begin = std::chrono::steady_clock::now();
  DiagnosisOutcome outcome;
  DiagnosticReport& report = outcome.report;
  report.created_at = std::chrono::system_clock::now();
  report.runtime = DescribeRuntime();
  report.labels = request.labels;

  const std::optional<CallerLibTorch> caller = CallerOf(request);
  const LibTorchSearch search = Search(request, installation, environment, caller);
  WorkerLimits limits;
  limits.computation = request.time_limit;
  const WorkerRun run =
      RunWorkers({DiagnosisWorker(request, installation, search.found)}, limits, observer).front();
  if (run.end.kind == ProcessEnd::Kind::kInterrupted) {
    outcome.interrupted_by_signal = run.end.signal;
    return outcome;
  }
  const Facts facts = ReadFacts(run.events);

  Circumstances circumstances;
  circumstances.target = request.target;
  circumstances.device_index = request.device_index;
  circumstances.expect_devices = request.expect_devices;
  circumstances.time_limit = request.time_limit;
  circumstances.caller_lacks_gpu_library =
      caller && !caller->gpu_library_mapped && !caller->location.gpu_libraries.empty();
  circumstances.hiding_variable =
      FindHidingVariable(facts, installation, environment, search.found && search.found->rocm);

  report.verdict = Judge(facts, run, circumstances);
  report.stages = ReportStages(facts, report.verdict, run.total);
  report.execution = ReportExecution(facts, request.requested);
  report.torch = facts.torch;
  report.torch.same_as_caller = SameAsCaller(facts, caller);
  if (facts.driver) report.driver = facts.driver->report;
  if (request.host_check) report.host = CheckHost(environment);
  report.total = std::chrono::steady_clock::now() - begin;
  outcome.trace = WriteTrace(search, facts, run);
  return outcome;
}

void MarkOutputFailed(DiagnosticReport& report, Cause cause) {
  if (!Passed(report.verdict.code)) return;
  report.verdict = MakeVerdict(Code::kOutputWriteFailed, cause, Stage::kReport);
  for (StageReport& stage : report.stages) {
    if (stage.stage == Stage::kReport) stage.result = StageResult::kFailed;
  }
}

}  // namespace kernodeck
