#include "plugin/diagnosis/diagnose.h"

#include <sys/utsname.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <string_view>

#include "plugin/diagnosis/caller.h"
#include "plugin/diagnosis/device_checks.h"
#include "plugin/diagnosis/driver_merge.h"
#include "plugin/diagnosis/execution.h"
#include "plugin/diagnosis/facts.h"
#include "plugin/diagnosis/helper_runner.h"
#include "plugin/diagnosis/hidden_devices.h"
#include "plugin/diagnosis/host_check.h"
#include "plugin/diagnosis/import_second_look.h"
#include "plugin/diagnosis/judge.h"
#include "plugin/diagnosis/python_interpreter.h"
#include "plugin/diagnosis/python_wording.h"
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

struct Judged {
  DeviceCheck check;
  Verdict verdict;
};

// The first failing one by index, else the first.
const Judged& Deciding(const std::vector<Judged>& judged) {
  const auto failing = std::find_if(judged.begin(), judged.end(),
                                    [](const Judged& one) { return !Passed(one.verdict.code); });
  return failing == judged.end() ? judged.front() : *failing;
}

// One diagnosis, step by step: find what to check, supervise the workers, judge, fill the report.
class Diagnosis {
 public:
  Diagnosis(const DiagnosisRequest& request, const Installation& installation,
            const Environment& environment)
      : request_(request), installation_(installation), environment_(environment) {}

  DiagnosisOutcome Run(const EventObserver& observer) {
    DeviceChecks checks = FindAndCheck(observer);
    if (checks.interrupted_by_signal) return Interrupted(*checks.interrupted_by_signal);
    const std::vector<Judged> judged = JudgeAll(checks);
    DiagnosisOutcome outcome{Report(judged), Trace(judged, checks), {}};
    if (request_.host_check) outcome.report.host = CheckHost(environment_, helpers_);
    if (helpers_.InterruptedBySignal()) return Interrupted(*helpers_.InterruptedBySignal());
    outcome.report.total = std::chrono::steady_clock::now() - begin_;
    return outcome;
  }

 private:
  static DiagnosisOutcome Interrupted(int signal) { return {{}, {}, signal}; }

  [[nodiscard]] std::chrono::milliseconds TimeLeft() const {
    const auto spent = std::chrono::steady_clock::now() - begin_;
    return std::chrono::ceil<std::chrono::milliseconds>(request_.time_limit - spent);
  }

  // Finds what to check, then checks it.
  DeviceChecks FindAndCheck(const EventObserver& observer) {
    SearchOutcome searched =
        SearchApart(request_, installation_, environment_, helpers_, request_.time_limit);
    if (searched.search.interrupted_by_signal) {
      return {{}, {}, searched.search.interrupted_by_signal};
    }
    target_.search = std::move(searched.search);
    target_.interpreter = searched.interpreter ? searched.interpreter : request_.python;
    caller_ = std::move(searched.caller);
    search_hung_ = searched.out_of_time.has_value();
    return search_hung_ ? HungSearch(*searched.out_of_time) : Check(observer);
  }

  // No worker was started: the import, which begins with the search, did not get further.
  DeviceChecks HungSearch(const ProcessEnd& end) const {
    DeviceCheck check;
    check.index = request_.device_index;
    check.run.end = end;
    check.run.events = {{{"hello", {{"protocol", "1"}}}, {}},
                        {{"begin", {{"what", std::string(Name(Stage::kImport))}}}, {}}};
    check.run.total = std::chrono::steady_clock::now() - begin_;
    check.facts = ReadFacts(check.run.events);
    DeviceChecks checks;
    checks.checks.push_back(std::move(check));
    return checks;
  }

  // What a second look may take: a few seconds, and no more than what the time limit leaves.
  [[nodiscard]] std::chrono::milliseconds TimeForASecondLook() const {
    return std::min(TimeLeft(), std::chrono::milliseconds(5'000));
  }

  // What counting the devices may take: it is quick, and the checks need most of what is left.
  [[nodiscard]] std::chrono::milliseconds TimeForACount() const {
    return std::max(std::min(TimeLeft() / 3, std::chrono::milliseconds(5'000)),
                    std::chrono::milliseconds(1));
  }

  DeviceChecks Check(const EventObserver& observer) {
    if (!request_.all_devices) return CheckThese({request_.device_index}, observer);
    const bool rocm = IsRocm();
    const DevicePlan plan = PlanAllDevices(installation_, rocm, TimeForACount(), helpers_);
    if (helpers_.InterruptedBySignal()) return {{}, {}, helpers_.InterruptedBySignal()};
    if (plan.unanswered) return CheckUncounted(*plan.unanswered, observer);
    one_each_ = plan.counted > 0;
    return CheckThese(plan.indices, observer);
  }

  DeviceChecks CheckThese(const std::vector<int>& indices, const EventObserver& observer) const {
    return CheckDevices(request_, installation_, target_, indices,
                        std::max(TimeLeft(), std::chrono::milliseconds(1)), observer);
  }

  // The layers below the driver come first, so the first device is checked as if it were the only
  // one. A driver that only was too slow to count may answer there; then the others follow.
  DeviceChecks CheckUncounted(const DeviceCheck& count, const EventObserver& observer) {
    DeviceChecks checks = CheckThese({count.index}, observer);
    if (checks.interrupted_by_signal) return checks;
    DeviceCheck& first = checks.checks.front();
    if (count.run.end.kind == ProcessEnd::Kind::kTimedOut && first.facts.driver_check.ended) {
      CheckOthers(first.facts.driver.value_or(DriverFacts()).device_count.value_or(0), observer,
                  checks);
      return checks;
    }
    if (first.facts.At(Stage::kBackend).ended) {
      MergeDriverCheck(count.facts, count.run, first.facts, first.run);
    }
    if (!checks.driver_run) checks.driver_run = count.run;
    return checks;
  }

  // Adds the checks of the devices behind the first one.
  void CheckOthers(int counted, const EventObserver& observer, DeviceChecks& checks) {
    one_each_ = counted > 0;
    if (counted < 2) return;
    std::vector<int> indices(static_cast<std::size_t>(counted - 1));
    std::iota(indices.begin(), indices.end(), 1);
    DeviceChecks others = CheckThese(indices, observer);
    std::move(others.checks.begin(), others.checks.end(), std::back_inserter(checks.checks));
    checks.interrupted_by_signal = others.interrupted_by_signal;
  }

  // Which driver there is to ask before any worker has said which package it has.
  bool IsRocm() {
    if (!target_.interpreter) return target_.search.found && target_.search.found->rocm;
    // One that does not answer is left most of the time to say so as a worker.
    const auto limit = std::min(request_.time_limit / 4, TimeForASecondLook());
    return LocatePythonTorch(*target_.interpreter, limit, helpers_).rocm;
  }

  // The package is one for all devices, and so is what is wrong with it.
  void ExplainImport(std::vector<DeviceCheck>& checks) {
    const auto unexplained = [](const DeviceCheck& check) {
      return check.facts.failure && check.facts.failure->kind == "load_failed";
    };
    const auto first = std::find_if(checks.begin(), checks.end(), unexplained);
    if (!target_.interpreter || first == checks.end()) return;
    const auto deadline = std::chrono::steady_clock::now() + TimeForASecondLook();
    TakeSecondLookAtImport(installation_, deadline, helpers_, first->facts);
    for (auto check = first + 1; check != checks.end(); ++check) {
      if (unexplained(*check)) check->facts.failure = first->facts.failure;
    }
  }

  std::vector<Judged> JudgeAll(DeviceChecks& checks) {
    std::vector<Judged> judged;
    ExplainImport(checks.checks);
    for (DeviceCheck& check : checks.checks) {
      Verdict verdict = Judge(check.facts, check.run, CircumstancesOf(check));
      if (target_.interpreter) verdict = InWordsForPython(std::move(verdict));
      judged.push_back({std::move(check), std::move(verdict)});
    }
    return judged;
  }

  Circumstances CircumstancesOf(const DeviceCheck& check) {
    Circumstances circumstances;
    circumstances.target = request_.target;
    circumstances.python = target_.interpreter.has_value();
    circumstances.device_index = check.index;
    circumstances.expect_devices = request_.expect_devices;
    circumstances.time_limit = request_.time_limit;
    circumstances.search_hung = search_hung_;
    circumstances.nothing_found = !target_.interpreter && !target_.search.found && !search_hung_;
    circumstances.caller_lacks_gpu_library =
        caller_ && !caller_->gpu_library_mapped && !caller_->location.gpu_libraries.empty();
    const bool rocm =
        check.facts.torch.backend == "rocm" || (target_.search.found && target_.search.found->rocm);
    circumstances.hiding_variable = FindHidingVariable(
        check.facts, installation_, rocm, environment_, helpers_, TimeForASecondLook());
    return circumstances;
  }

  [[nodiscard]] DiagnosticReport Report(const std::vector<Judged>& judged) const {
    const Judged& deciding = Deciding(judged);
    const Facts& facts = deciding.check.facts;
    DiagnosticReport report;
    report.verdict = deciding.verdict;
    report.labels = request_.labels;
    report.stages = ReportStages(facts, deciding.verdict, deciding.check.run.total);
    report.runtime = DescribeRuntime();
    report.runtime.python_version = facts.python_version;
    report.torch = facts.torch;
    report.torch.same_as_caller = SameAsCaller(facts, caller_);
    if (facts.driver) report.driver = facts.driver->report;
    report.execution = Execution(deciding);
    if (request_.all_devices) report.devices.emplace();
    if (one_each_) report.devices = DeviceVerdicts(judged);
    report.created_at = created_at_;
    return report;
  }

  [[nodiscard]] ExecutionReport Execution(const Judged& judged) const {
    const std::string name = "cuda:" + std::to_string(judged.check.index);
    return ReportExecution(judged.check.facts, one_each_ ? name : request_.requested);
  }

  [[nodiscard]] std::vector<DeviceVerdict> DeviceVerdicts(const std::vector<Judged>& judged) const {
    std::vector<DeviceVerdict> verdicts;
    for (const Judged& one : judged) {
      const auto total = one.check.run.total;
      verdicts.push_back({one.check.index, one.verdict,
                          ReportStages(one.check.facts, one.verdict, total), Execution(one),
                          total});
    }
    return verdicts;
  }

  [[nodiscard]] std::string Trace(const std::vector<Judged>& judged,
                                  const DeviceChecks& checks) const {
    std::string trace = target_.interpreter
                            ? "Interpreter\n  used: " + target_.interpreter->string() + "\n"
                            : TraceSearch(target_.search);
    for (const Judged& one : judged) {
      const std::string who = judged.size() > 1
                                  ? "the worker of device " + std::to_string(one.check.index)
                                  : std::string("the worker");
      trace += TraceRun(who, one.check.facts, one.check.run);
    }
    if (checks.driver_run) {
      trace +=
          TraceRun("the driver check", ReadFacts(checks.driver_run->events), *checks.driver_run);
    }
    return trace;
  }

  const DiagnosisRequest& request_;
  const Installation& installation_;
  const Environment& environment_;
  std::optional<CallerLibTorch> caller_;
  CheckTarget target_;
  bool search_hung_ = false;
  bool one_each_ = false;  // a worker for each of the devices that the driver counts
  HelperRunner helpers_;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  const std::chrono::system_clock::time_point created_at_ = std::chrono::system_clock::now();
};

}  // namespace

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
