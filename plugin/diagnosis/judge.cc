#include "plugin/diagnosis/judge.h"

#include <cerrno>
#include <csignal>
#include <string_view>

#include "plugin/diagnosis/execution.h"
#include "plugin/diagnosis/failure_verdict.h"
#include "plugin/diagnosis/signal_name.h"
#include "plugin/diagnosis/stage_report.h"

namespace kernodeck {
namespace {

const char* WhyNotStarted(int error) {
  switch (error) {
    case ENOENT:
      return "the file, or the program that its first line names, is not there";
    case EISDIR:
      return "it is a folder without an interpreter";
    case EACCES:
      return "this user may not execute it";
    case ENOEXEC:
      return "it is no program for this machine";
    default:  // an errno, not an enumerator of ours
      return "it could not be started";
  }
}

class Court {
 public:
  Court(const Facts& facts, const WorkerRun& run, const Circumstances& circumstances)
      : facts_(facts), run_(run), circumstances_(circumstances) {}

  // What is known of a worker that could not be killed stands in whatever verdict there is.
  Verdict Decide() const {
    Verdict verdict = OfRun();
    if (run_.end.kind == ProcessEnd::Kind::kCouldNotBeKilled) {
      verdict.message += " The worker could not be killed; its state is " + run_.end.state + ".";
    }
    return verdict;
  }

 private:
  Verdict OfRun() const {
    if (circumstances_.python && !facts_.greeted) return OfUnusableInterpreter();
    if (run_.end.kind == ProcessEnd::Kind::kFailedToStart) {
      return MakeVerdict(Code::kWorkerFailed, Cause::kWorkerNotStarted, Stage::kImport);
    }
    if (facts_.failure) return VerdictOfFailure(*facts_.failure, facts_, circumstances_);
    if (EndedBeforeItMissedLibTorch()) {
      return MakeVerdict(Code::kTorchMissing, Cause::kNotFound, Stage::kImport);
    }
    // Half a line may be left of a worker that crashed; what ended it says more.
    if (CrashedByItself()) return OfSignal();
    if (facts_.contradiction) return Distrust(facts_, *facts_.contradiction);
    if (run_.channel_invalid) return Distrust(facts_, "its messages are malformed or too many");
    switch (run_.end.kind) {
      case ProcessEnd::Kind::kTimedOut:
      case ProcessEnd::Kind::kCouldNotBeKilled:
      case ProcessEnd::Kind::kInterrupted:
        return OfTimeout();
      case ProcessEnd::Kind::kSignaled:
        return OfSignal();
      case ProcessEnd::Kind::kExited:
      case ProcessEnd::Kind::kFailedToStart:
        break;
    }
    if (!facts_.done) return OfSilence();
    if (facts_.driver && facts_.driver->truncated && facts_.At(Stage::kImport).Open()) {
      return MakeVerdict(Code::kGpuUnavailable, Cause::kDriverLibraryBroken, Stage::kDevice,
                         "it ends too early to be loaded");
    }
    Verdict claimed = OfClaimedPass();
    if (Passed(claimed.code) && run_.end.exit_status != 0) {
      return MakeVerdict(Code::kWorkerFailed, Cause::kFailedAfterReport, Stage::kReport,
                         "exit status " + std::to_string(run_.end.exit_status));
    }
    return claimed;
  }

  bool Gpu() const { return circumstances_.target == Target::kGpu; }

  // It asks the driver before it says that it was given no LibTorch, which is the earlier layer.
  bool EndedBeforeItMissedLibTorch() const {
    return circumstances_.nothing_found && facts_.driver_check.Open() &&
           !facts_.At(Stage::kImport).begun;
  }

  // By a signal that the supervisor does not send.
  bool CrashedByItself() const {
    return run_.end.kind == ProcessEnd::Kind::kSignaled && run_.end.signal != SIGTERM &&
           run_.end.signal != SIGKILL;
  }

  // Nothing that it was told to run has run.
  Verdict OfUnusableInterpreter() const {
    switch (run_.end.kind) {
      case ProcessEnd::Kind::kTimedOut:
      case ProcessEnd::Kind::kCouldNotBeKilled:
      case ProcessEnd::Kind::kInterrupted:
        return OfTimeout();
      case ProcessEnd::Kind::kFailedToStart:
        return Unusable(WhyNotStarted(run_.end.start_error));
      case ProcessEnd::Kind::kSignaled:
        return Unusable("it died by " + SignalName(run_.end.signal));
      case ProcessEnd::Kind::kExited:
        break;
    }
    return Unusable("it left with exit status " + std::to_string(run_.end.exit_status) +
                    " before the check began");
  }

  static Verdict Unusable(const std::string& why) {
    return MakeVerdict(Code::kWorkerFailed, Cause::kInterpreterUnusable, Stage::kImport, why);
  }

  Verdict OfTimeout() const {
    if (facts_.done) {
      Verdict claimed = OfClaimedPass();
      if (!Passed(claimed.code)) return claimed;
    }
    // An interpreter that never spoke did not get to the import, whatever the driver beside it did.
    const bool mute = circumstances_.python && !facts_.greeted;
    const Stage stage = mute ? Stage::kImport : StageUnderWay(facts_);
    std::string detail =
        "limit of " +
        std::to_string(std::chrono::duration<double>(circumstances_.time_limit).count());
    detail.erase(detail.find_last_not_of('0') + 1);
    if (detail.back() == '.') detail.pop_back();
    detail += " s reached at " + std::string(Name(stage));
    std::optional<Cause> cause;
    if (facts_.done) cause = Cause::kHangAtExit;
    // Beside a Python worker it may be open while an earlier layer hangs.
    if (facts_.driver_check.Open() && stage == Stage::kDevice) cause = Cause::kHangDriverInit;
    if (circumstances_.search_hung) cause = Cause::kHangLibrarySearch;
    return MakeVerdict(Code::kTimeout, cause, stage, detail);
  }

  Verdict OfSignal() const {
    const std::string name = SignalName(run_.end.signal);
    if (!facts_.done) {
      return MakeVerdict(Code::kWorkerFailed, std::nullopt, StageUnderWay(facts_),
                         "it died by " + name);
    }
    Verdict claimed = OfClaimedPass();
    if (!Passed(claimed.code)) return claimed;
    return MakeVerdict(Code::kWorkerFailed, Cause::kCrashedAfterReport, Stage::kReport, name);
  }

  Verdict OfSilence() const {
    return MakeVerdict(Code::kWorkerFailed, std::nullopt, StageUnderWay(facts_),
                       "it left with exit status " + std::to_string(run_.end.exit_status) +
                           " before its report was complete");
  }

  // The worker says that all is well: believe its values, not its word.
  Verdict OfClaimedPass() const {
    for (const Stage stage : kDiagnosisStages) {
      if (!facts_.At(stage).ended) return Distrust(facts_, "stages are missing from it");
      const std::vector<Mismatch> wrong = MismatchesOf(facts_, stage);
      if (!wrong.empty()) return VerdictOfWrongValues(stage, wrong.size());
      if (!HasAllValues(facts_, stage))
        return Distrust(facts_, "computed values are missing from it");
    }
    if (Gpu() && !HasUsableGpu()) return Distrust(facts_, "it passes without a usable GPU");
    const std::string device =
        Gpu() ? "cuda:" + std::to_string(circumstances_.device_index) : std::string("cpu");
    if (!ComputedOn(facts_, device))
      return Distrust(facts_, "the computation ran on another device");
    const std::optional<Verdict> too_few = VerdictOfTooFewDevices(facts_, circumstances_);
    if (too_few) return *too_few;
    return MakeVerdict(Gpu() ? Code::kGpuCheckPassed : Code::kCpuCheckPassed, std::nullopt,
                       Stage::kComplete);
  }

  // What every GPU pass says of LibTorch beside its values.
  bool HasUsableGpu() const {
    const TorchReport& torch = facts_.torch;
    return (torch.backend == "cuda" || torch.backend == "rocm") && torch.gpu_available == true &&
           torch.visible_device_count.value_or(0) > circumstances_.device_index;
  }

  const Facts& facts_;
  const WorkerRun& run_;
  const Circumstances& circumstances_;
};

}  // namespace

Verdict Judge(const Facts& facts, const WorkerRun& run, const Circumstances& circumstances) {
  return Court(facts, run, circumstances).Decide();
}

}  // namespace kernodeck
