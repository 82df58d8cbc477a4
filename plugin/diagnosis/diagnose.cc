#include "plugin/diagnosis/diagnose.h"

#include <sys/utsname.h>

#include <algorithm>
#include <string_view>

#include "plugin/diagnosis/caller.h"
#include "plugin/diagnosis/execution.h"
#include "plugin/diagnosis/facts.h"
#include "plugin/diagnosis/helper_runner.h"
#include "plugin/diagnosis/hidden_devices.h"
#include "plugin/diagnosis/host_check.h"
#include "plugin/diagnosis/judge.h"
#include "plugin/diagnosis/search_process.h"
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

// Whether the worker had the caller's very files loaded.
std::optional<bool> SameAsCaller(const Facts& facts, const std::optional<CallerLibTorch>& caller) {
  if (!caller || facts.libraries.empty()) return std::nullopt;
  return std::all_of(facts.libraries.begin(), facts.libraries.end(), [&](const auto& loaded) {
    const auto mapped = caller->libraries.find(loaded.first);
    return mapped != caller->libraries.end() && mapped->second == loaded.second;
  });
}

// One diagnosis, step by step: find LibTorch, supervise the worker, judge, fill the report.
class Diagnosis {
 public:
  Diagnosis(const DiagnosisRequest& request, const Installation& installation,
            const Environment& environment)
      : request_(request), installation_(installation), environment_(environment) {}

  DiagnosisOutcome Run(const EventObserver& observer) {
    HelperRunner helpers;
    SearchOutcome searched =
        SearchApart(request_, installation_, environment_, helpers, request_.time_limit);
    const LibTorchSearch& search = searched.search;
    if (search.interrupted_by_signal) return Interrupted(*search.interrupted_by_signal);
    caller_ = std::move(searched.caller);
    search_hung_ = searched.out_of_time.has_value();
    const WorkerRun run =
        search_hung_ ? HungSearch(*searched.out_of_time) : RunWorker(search, observer);
    if (run.end.kind == ProcessEnd::Kind::kInterrupted) return Interrupted(run.end.signal);
    const Facts facts = ReadFacts(run.events);
    const Verdict verdict = Judge(facts, run, CircumstancesOf(facts, search, helpers));
    DiagnosisOutcome outcome{Report(facts, run, verdict), WriteTrace(search, facts, run), {}};
    if (request_.host_check) outcome.report.host = CheckHost(environment_, helpers);
    if (helpers.InterruptedBySignal()) return Interrupted(*helpers.InterruptedBySignal());
    outcome.report.total = std::chrono::steady_clock::now() - begin_;
    return outcome;
  }

 private:
  static DiagnosisOutcome Interrupted(int signal) { return {{}, {}, signal}; }

  [[nodiscard]] std::chrono::milliseconds TimeLeft() const {
    const auto spent = std::chrono::steady_clock::now() - begin_;
    return std::chrono::ceil<std::chrono::milliseconds>(request_.time_limit - spent);
  }

  // No worker was started: the import, which begins with the search, did not get further.
  WorkerRun HungSearch(const ProcessEnd& end) const {
    WorkerRun run;
    run.end = end;
    run.events.push_back({{"begin", {{"what", std::string(Name(Stage::kImport))}}}, {}});
    run.total = std::chrono::steady_clock::now() - begin_;
    return run;
  }

  WorkerRun RunWorker(const LibTorchSearch& search, const EventObserver& observer) const {
    WorkerLimits limits;
    limits.computation = std::max(TimeLeft(), std::chrono::milliseconds(1));
    const WorkerCommand worker = DiagnosisWorker(request_, installation_, search.found);
    return RunWorkers({worker}, limits, observer).front();
  }

  // What a second look may take: a few seconds, and no more than what the time limit leaves.
  [[nodiscard]] std::chrono::milliseconds TimeForASecondLook() const {
    return std::min(TimeLeft(), std::chrono::milliseconds(5'000));
  }

  Circumstances CircumstancesOf(const Facts& facts, const LibTorchSearch& search,
                                HelperRunner& helpers) const {
    Circumstances circumstances;
    circumstances.target = request_.target;
    circumstances.device_index = request_.device_index;
    circumstances.expect_devices = request_.expect_devices;
    circumstances.time_limit = request_.time_limit;
    circumstances.search_hung = search_hung_;
    circumstances.caller_lacks_gpu_library =
        caller_ && !caller_->gpu_library_mapped && !caller_->location.gpu_libraries.empty();
    circumstances.hiding_variable =
        FindHidingVariable(facts, installation_, search.found && search.found->rocm, environment_,
                           helpers, TimeForASecondLook());
    return circumstances;
  }

  [[nodiscard]] DiagnosticReport Report(const Facts& facts, const WorkerRun& run,
                                        const Verdict& verdict) const {
    DiagnosticReport report;
    report.verdict = verdict;
    report.labels = request_.labels;
    report.stages = ReportStages(facts, verdict, run.total);
    report.runtime = DescribeRuntime();
    report.torch = facts.torch;
    report.torch.same_as_caller = SameAsCaller(facts, caller_);
    if (facts.driver) report.driver = facts.driver->report;
    report.execution = ReportExecution(facts, request_.requested);
    report.created_at = created_at_;
    return report;
  }

  const DiagnosisRequest& request_;
  const Installation& installation_;
  const Environment& environment_;
  std::optional<CallerLibTorch> caller_;
  bool search_hung_ = false;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  const std::chrono::system_clock::time_point created_at_ = std::chrono::system_clock::now();
};

}  // namespace

LibTorchSearch SearchLibTorch(const DiagnosisRequest& request, const Installation& installation,
                              const Environment& environment) {
  return SearchHere(request, installation, environment).search;
}

DiagnosisOutcome Diagnose(const DiagnosisRequest& request, const Installation& installation,
                          const Environment& environment, const EventObserver& observer) {
  return Diagnosis(request, installation, environment).Run(observer);
}

void MarkOutputFailed(DiagnosticReport& report, Cause cause) {
  if (!Passed(report.verdict.code)) return;
  report.verdict = MakeVerdict(Code::kOutputWriteFailed, cause, Stage::kReport);
  for (StageReport& stage : report.stages) {
    if (stage.stage == Stage::kReport) stage.result = StageResult::kFailed;
  }
}

}  // namespace kernodeck
