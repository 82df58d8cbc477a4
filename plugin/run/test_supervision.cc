#include "plugin/run/test_supervision.h"

#include <algorithm>
#include <csignal>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "plugin/diagnosis/process_pool.h"
#include "plugin/diagnosis/signal_name.h"
#include "plugin/diagnosis/signal_scope.h"
#include "plugin/diagnosis/standard_descriptors.h"
#include "plugin/run/diagnosis_process.h"
#include "plugin/run/outcome_tally.h"
#include "plugin/run/result_text.h"
#include "plugin/run/schedule.h"
#include "plugin/run/shard.h"
#include "plugin/run/terminal_output.h"
#include "plugin/run/test_lane.h"
#include "plugin/run/verdict_desk.h"

namespace kernodeck {
namespace {

using Clock = ProcessPool::Clock;

// How long what is still written behind the limit of the whole run may wait for its reader.
constexpr std::chrono::milliseconds kOutputGrace{2000};
constexpr std::size_t kMaxReportOutput = std::size_t{4} << 20U;

// Whether a device could have been what made the test fail, so that it is worth another look.
bool IsSuspect(const TestResult& result, const EndedProcess* ended) {
  if (result.status != TestStatus::kFailed || !result.charge) return false;
  if (ended != nullptr && !ended->state.asked_verdict) return false;
  if (ended == nullptr && !result.gpu) return false;
  return result.sticky ||
         (result.charge->stage == Stage::kApplication && result.charge->owner == Owner::kUnknown &&
          result.charge->code != Code::kOutOfMemory);
}

class Supervision {
 public:
  Supervision(const RunRequest& request, const std::vector<ListedTest>& tests, ReportSet& reports)
      : request_(request),
        tests_(tests),
        reports_(reports),
        pool_(::kill, signals_, {request.out, request.err}),
        terminal_(pool_, request),
        desk_({[this](std::optional<pid_t> caller) { StartDiagnosis(caller); },
               [this](VerdictDesk::Asker asker, const HandedVerdict& verdict) {
                 lanes_[asker]->Answer(EncodeTestMessage(verdict));
               }}) {}

  RunOutcome Run();

 private:
  void MakeLanes(const std::vector<TestIndex>& selected);
  [[nodiscard]] TestLane::Hooks LaneHooks(std::size_t place);
  [[nodiscard]] std::optional<TestResult> Refuse(const ListedTest& test, int repeat);
  void OnResult(const TestResult& result, const EndedProcess* ended);
  void OnWantVerdict(std::size_t place, TestLane& lane, const TestId& test);
  void StartDiagnosis(std::optional<pid_t> caller);
  void OnDiagnosis(const ProcessEnd& end);
  void CheckAfterwards();
  void LeaveIterations();
  void AddProblems();
  [[nodiscard]] int ExitStatus() const;
  void Tick();
  void StopAll();
  [[nodiscard]] bool HadPlugin() const;
  void JudgeGpuTests();
  [[nodiscard]] RunOutcome Finish();

  const RunRequest& request_;
  const std::vector<ListedTest>& tests_;
  ReportSet& reports_;
  StandardDescriptors standard_descriptors_;
  SignalScope signals_;
  ProcessPool pool_;
  TerminalOutput terminal_;
  VerdictDesk desk_;
  OutcomeTally tally_;
  std::vector<std::unique_ptr<TestLane>> lanes_;
  std::optional<ProcessPool::Id> diagnosis_;
  std::string diagnosis_output_;
  std::filesystem::path libtorch_;  // that the first process that asked has loaded
  Clock::time_point began_ = Clock::now();
  int selected_ = 0;
  std::optional<int> signal_;
  bool out_of_time_ = false;
  bool refused_ = false;  // the tests refused their settings
  bool ran_out_ = false;  // of time, with tests left
  std::string first_failed_;
  std::vector<std::string> notes_;
};

RunOutcome Supervision::Run() {
  std::vector<TestIndex> selected =
      SelectTests(tests_, request_.flags.also_run_disabled_tests, request_.shard);
  if (request_.flags.repeat == 0) selected.clear();
  selected_ = static_cast<int>(selected.size());
  pool_.OnInterrupt([this](int signal) {
    if (!signal_) signal_ = signal;
  });
  if (request_.run_timeout != RunRequest::kNoLimit) {
    pool_.After(request_.run_timeout, [this] { StopAll(); });
  }
  MakeLanes(selected);
  for (const auto& lane : lanes_) lane->Continue();
  if (request_.show_progress) Tick();
  pool_.Run();
  terminal_.EraseProgress();
  return Finish();
}

void Supervision::MakeLanes(const std::vector<TestIndex>& selected) {
  if (selected.empty()) return;
  auto parts = SplitAmongJobs(tests_, selected, request_.jobs);
  const bool whole = parts.size() == 1 && request_.shard.count == 1;
  // A lane with all tests gets a filter too, once tests are left over.
  const RelayStyle style{parts.size() > 1, request_.flags.brief, true};
  for (std::vector<TestIndex>& part : parts) {
    lanes_.push_back(std::make_unique<TestLane>(pool_, request_, tests_, std::move(part), whole,
                                                style, LaneHooks(lanes_.size())));
  }
}

TestLane::Hooks Supervision::LaneHooks(std::size_t place) {
  TestLane::Hooks hooks;
  hooks.on_start = [this](const TestStart& test) {
    LeaveIterations();
    reports_.Started(test);
  };
  hooks.on_problem = [this](const std::string& problem) {
    tally_.AddProblem(problem, std::nullopt);
  };
  hooks.on_refused = [this] { refused_ = true; };
  hooks.on_result = [this](const TestResult& result, const EndedProcess* ended) {
    OnResult(result, ended);
  };
  hooks.on_want_verdict = [this, place](TestLane& lane, const TestId& test) {
    OnWantVerdict(place, lane, test);
  };
  hooks.write = [this](ProcessPool::Stream stream, std::string_view bytes) {
    terminal_.Write(stream, bytes);
  };
  hooks.on_process_end = [this, place] { desk_.Forget(place); };
  hooks.on_settled = [this] { CheckAfterwards(); };
  hooks.refused = [this](const ListedTest& test, int repeat) { return Refuse(test, repeat); };
  return hooks;
}

std::optional<TestResult> Supervision::Refuse(const ListedTest& test, int repeat) {
  const auto not_run = [&](const std::string& why) {
    return NotRun(test, repeat, why, request_.folder);
  };
  if (signal_) return not_run("the run was interrupted by " + SignalName(*signal_));
  if (refused_) return not_run("the tests refused their settings");
  if (out_of_time_) {
    ran_out_ = true;
    TestResult result = not_run("TIMEOUT, the time limit of the whole run");
    result.charge = FailureCharge{Code::kTimeout, {}, Stage::kApplication, Owner::kUnknown};
    return result;
  }
  if (request_.flags.fail_fast && !first_failed_.empty()) {
    TestResult result = not_run("--gtest_fail_fast, see " + first_failed_);
    result.status = TestStatus::kSkipped;
    return result;
  }
  return std::nullopt;
}

void Supervision::OnResult(const TestResult& result, const EndedProcess* ended) {
  tally_.Add(result, ended != nullptr);
  reports_.Finished(result);
  if (result.status == TestStatus::kFailed && first_failed_.empty()) {
    first_failed_ = FullName(result.start.id);
  }
  const bool before_body = result.charge && result.charge->stage != Stage::kApplication;
  if (result.status == TestStatus::kFailed && before_body) desk_.Failed(result.start.id);
  if (IsSuspect(result, ended)) desk_.Suspect(result.start.id);
  if (ended == nullptr || result.status != TestStatus::kFailed) return;
  // GoogleTest had no time to say so.
  terminal_.WriteLine(ProcessPool::Stream::kOut,
                      "kernodeck run: " + FullName(result.start.id) + ": " + result.message);
}

void Supervision::OnWantVerdict(std::size_t place, TestLane& lane, const TestId& test) {
  lane.HoldTime();
  if (libtorch_.empty()) libtorch_ = LibTorchOf(lane.Process());
  desk_.Ask(place, lane.Process(), test);
}

void Supervision::StartDiagnosis(std::optional<pid_t> caller) {
  diagnosis_output_.clear();
  WorkerLimits limits;
  limits.computation = request_.diagnosis_limit;
  ProcessPool::Hooks hooks;
  hooks.on_output = [this](std::string_view bytes) {
    if (diagnosis_output_.size() < kMaxReportOutput) diagnosis_output_.append(bytes);
  };
  hooks.on_errors = [](std::string_view) {};
  hooks.on_end = [this](const WorkerRun& run) { OnDiagnosis(run.end); };
  ProcessPool::Id id = 0;
  ProcessEnd end;
  end.start_error = pool_.Start(
      DiagnosisCommand(request_.command, request_.diagnosis_arguments, caller, libtorch_), limits,
      std::move(hooks), id);
  if (end.start_error != 0) return OnDiagnosis(end);
  diagnosis_ = id;
}

void Supervision::OnDiagnosis(const ProcessEnd& end) {
  diagnosis_.reset();
  if (signal_) return;
  const DiagnosisAnswer answer = ReadAnswer(diagnosis_output_, end);
  desk_.OnDiagnosis(answer.report, answer.verdict);
}

// Once more, when all tests have ended.
void Supervision::CheckAfterwards() {
  const bool under_way = std::any_of(lanes_.begin(), lanes_.end(),
                                     [](const auto& lane) { return lane->HasProcess(); });
  if (under_way || diagnosis_ || signal_ || out_of_time_) return;
  if (request_.after_check && desk_.NeedsAfterCheck()) desk_.CheckAgain();
}

void Supervision::StopAll() {
  out_of_time_ = true;
  for (const auto& lane : lanes_) lane->Stop();
  if (diagnosis_) pool_.Expire(*diagnosis_);
  // The reader may be what does not come to an end.
  pool_.After(kOutputGrace, [this] { pool_.GiveUpOutput(); });
}

void Supervision::Tick() {
  constexpr std::chrono::milliseconds kInterval{200};
  RunProgress progress;
  progress.done = tally_.Done();
  progress.total = request_.flags.repeat < 0 ? 0 : selected_ * request_.flags.repeat;
  progress.failed = tally_.Counts().failed;
  for (const auto& lane : lanes_) {
    if (progress.running.empty()) progress.running = lane->RunningTest();
  }
  progress.elapsed = Clock::now() - began_;
  terminal_.ShowProgress(progress);
  pool_.After(kInterval, [this] { Tick(); });
}

bool Supervision::HadPlugin() const {
  return std::any_of(lanes_.begin(), lanes_.end(),
                     [](const auto& lane) { return lane->HadPlugin(); });
}

void Supervision::LeaveIterations() {
  int first = std::numeric_limits<int>::max();
  for (const auto& lane : lanes_) first = std::min(first, lane->Iteration());
  reports_.LeaveIterations(first);
}

void Supervision::JudgeGpuTests() {
  const int ran = tally_.Counts().gpu_ran;
  if (signal_ || refused_ || ran >= request_.min_gpu_tests) return;
  if (request_.min_is_for_plugin && !HadPlugin()) {
    notes_.emplace_back(
        "KERNODECK_EXPECT_GPUS promises GPUs, and no test had kernodeck's plugin, so it is not "
        "known whether one used them");
    return;
  }
  tally_.AddProblem(std::to_string(ran) + " GPU tests ran, and at least " +
                        std::to_string(request_.min_gpu_tests) + " had to",
                    std::nullopt);
}

// All that makes the run red beside its tests, before the reports are brought to their end.
void Supervision::AddProblems() {
  JudgeGpuTests();
  if (signal_) {
    tally_.AddProblem("interrupted by " + SignalName(*signal_) + "; what was left is not run",
                      std::nullopt);
  }
  if (refused_) {
    tally_.AddProblem("the tests refused their settings; what they say stands above", std::nullopt);
  }
  if (ran_out_) {
    tally_.AddProblem("TIMEOUT: the time limit of the whole run ended it; what was left is not run",
                      Code::kTimeout);
  }
  for (const ReportFault& fault : reports_.TakeFaults()) {
    tally_.AddProblem(Sentence(fault), Code::kOutputWriteFailed);
  }
  if (pool_.OutputFailed(ProcessPool::Stream::kOut)) {
    tally_.AddProblem("standard output could not be written", Code::kOutputWriteFailed);
  }
}

int Supervision::ExitStatus() const {
  if (signal_) return 128 + *signal_;
  return refused_ ? kExitUsage : tally_.ExitStatus(desk_.Readiness());
}

RunOutcome Supervision::Finish() {
  AddProblems();
  RunOutcome outcome;
  TestRunSummary summary = tally_.Counts();
  summary.readiness = desk_.Readiness();
  summary.after_check = desk_.AfterCheck();
  summary.total = Clock::now() - began_;
  summary.exit_status = ExitStatus();
  for (const ReportFault& fault : reports_.End(summary)) {
    tally_.AddProblem(Sentence(fault), Code::kOutputWriteFailed);
  }
  outcome.exit_status = ExitStatus();
  summary.exit_status = outcome.exit_status;
  summary.problems = tally_.Counts().problems;
  outcome.summary = std::move(summary);
  outcome.failed = tally_.Shown();
  outcome.selected = selected_;
  outcome.with_plugin = HadPlugin();
  outcome.disabled = static_cast<int>(std::count_if(
      tests_.begin(), tests_.end(), [](const ListedTest& test) { return IsDisabled(test.id); }));
  if (request_.flags.also_run_disabled_tests) outcome.disabled = 0;
  outcome.interrupted_by_signal = signal_;
  outcome.cut_short = signal_ || out_of_time_;
  outcome.notes = std::move(notes_);
  return outcome;
}

}  // namespace

RunOutcome SuperviseTests(const RunRequest& request, const std::vector<ListedTest>& tests,
                          ReportSet& reports) {
  return Supervision(request, tests, reports).Run();
}

}  // namespace kernodeck
