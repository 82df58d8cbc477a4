#include "plugin/diagnosis/judge.h"

#include <string_view>

#include "plugin/diagnosis/execution.h"
#include "plugin/diagnosis/failure_verdict.h"
#include "plugin/diagnosis/signal_name.h"
#include "plugin/diagnosis/stage_report.h"

namespace kernodeck {
namespace {

class Court {
 public:
  Court(const Facts& facts, const WorkerRun& run, const Circumstances& circumstances)
      : facts_(facts), run_(run), circumstances_(circumstances) {}

  Verdict Decide() const {
    if (run_.end.kind == ProcessEnd::Kind::kFailedToStart) {
      return MakeVerdict(Code::kWorkerFailed, Cause::kWorkerNotStarted, Stage::kImport);
    }
    if (facts_.failure) return VerdictOfFailure(*facts_.failure, facts_, circumstances_);
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
    const Verdict claimed = OfClaimedPass();
    if (Passed(claimed.code) && run_.end.exit_status != 0) {
      return MakeVerdict(Code::kWorkerFailed, Cause::kFailedAfterReport, Stage::kReport,
                         "exit status " + std::to_string(run_.end.exit_status));
    }
    return claimed;
  }

 private:
  bool Gpu() const { return circumstances_.target == Target::kGpu; }

  Verdict OfTimeout() const {
    std::string detail =
        "limit of " +
        std::to_string(std::chrono::duration<double>(circumstances_.time_limit).count());
    detail.erase(detail.find_last_not_of('0') + 1);
    if (detail.back() == '.') detail.pop_back();
    detail += " s reached at " + std::string(Name(StageUnderWay(facts_)));
    if (run_.end.kind == ProcessEnd::Kind::kCouldNotBeKilled) {
      detail += "; the worker could not be killed, its state is " + run_.end.state;
    }
    std::optional<Cause> cause;
    if (facts_.done) cause = Cause::kHangAtExit;
    if (facts_.driver_check.Open()) cause = Cause::kHangDriverInit;
    if (circumstances_.search_hung) cause = Cause::kHangLibrarySearch;
    return MakeVerdict(Code::kTimeout, cause, StageUnderWay(facts_), detail);
  }

  Verdict OfSignal() const {
    const std::string name = SignalName(run_.end.signal);
    if (!facts_.done) {
      return MakeVerdict(Code::kWorkerFailed, std::nullopt, StageUnderWay(facts_),
                         "it died by " + name);
    }
    const Verdict claimed = OfClaimedPass();
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
    const std::string device =
        Gpu() ? "cuda:" + std::to_string(circumstances_.device_index) : std::string("cpu");
    if (!ComputedOn(facts_, device))
      return Distrust(facts_, "the computation ran on another device");
    const std::optional<Verdict> too_few = VerdictOfTooFewDevices(facts_, circumstances_);
    if (too_few) return *too_few;
    return MakeVerdict(Gpu() ? Code::kGpuCheckPassed : Code::kCpuCheckPassed, std::nullopt,
                       Stage::kComplete);
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
