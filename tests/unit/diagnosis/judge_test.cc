// Covers C2, C3, C4, C7, C9, D2, D4, D5, D14, D19, D20: the verdict for everything that a worker
// may say and do.
#include "plugin/diagnosis/judge.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>

#include "tests/unit/diagnosis/event_script.h"

namespace kernodeck {
namespace {

Verdict JudgeRun(const WorkerRun& run, const Circumstances& circumstances = {}) {
  return Judge(ReadFacts(run.events), run, circumstances);
}

void ExpectVerdict(const Verdict& verdict, Code code, std::optional<Cause> cause, Stage stage) {
  EXPECT_EQ(Info(verdict.code).name, Info(code).name) << verdict.message;
  EXPECT_EQ(verdict.cause ? Info(*verdict.cause).id : "none", cause ? Info(*cause).id : "none");
  EXPECT_EQ(Name(verdict.stage), Name(stage));
  EXPECT_FALSE(verdict.message.empty());
  EXPECT_EQ(verdict.message.find("{detail}"), std::string::npos);
}

Circumstances OnCpu() {
  Circumstances circumstances;
  circumstances.target = Target::kCpu;
  return circumstances;
}

TEST(JudgeTest, PassesOnlyWithEveryStageValueAndACleanEnd) {
  ExpectVerdict(JudgeRun(EventScript().PassAll().Exited()), Code::kGpuCheckPassed, {},
                Stage::kComplete);
  ExpectVerdict(JudgeRun(EventScript().PassAll("cpu").Exited(), OnCpu()), Code::kCpuCheckPassed, {},
                Stage::kComplete);
  EXPECT_EQ(JudgeRun(EventScript().PassAll().Exited()).owner, Owner::kNone);
}

// C4: a computation on the CPU never satisfies what asked for a GPU, nor one on another GPU.
TEST(JudgeTest, AnotherDeviceIsNoPass) {
  ExpectVerdict(JudgeRun(EventScript().PassAll("cpu").Exited()), Code::kWorkerFailed,
                Cause::kInvalidWorkerReport, Stage::kReport);
  ExpectVerdict(JudgeRun(EventScript().PassAll("cuda:1").Exited()), Code::kWorkerFailed,
                Cause::kInvalidWorkerReport, Stage::kReport);
}

// C4, D20: right values alone are no GPU; what every GPU pass says of its device must be there.
TEST(JudgeTest, APassWithoutAUsableGpuIsNotTrusted) {
  for (const EventScript::Fields& claim :
       {EventScript::Fields{{"backend", "cpu"}}, EventScript::Fields{{"gpu_available", "0"}},
        EventScript::Fields{{"device_count", "0"}}}) {
    EventScript script = EventScript().PassUntil(Stage::kReport).Send("torch", claim);
    script.Begin("report").End("report").Send("done");
    ExpectVerdict(JudgeRun(script.Exited()), Code::kWorkerFailed, Cause::kInvalidWorkerReport,
                  Stage::kReport);
  }
}

TEST(JudgeTest, AClaimWithoutStagesOrValuesIsNoPass) {
  ExpectVerdict(JudgeRun(EventScript().Send("done").Exited()), Code::kWorkerFailed,
                Cause::kInvalidWorkerReport, Stage::kImport);
  EventScript no_values;
  for (const Stage stage : kDiagnosisStages) {
    no_values.Begin(std::string(Name(stage))).End(std::string(Name(stage)));
  }
  ExpectVerdict(JudgeRun(no_values.Send("done").Exited()), Code::kWorkerFailed,
                Cause::kInvalidWorkerReport, Stage::kReport);
}

// D4: the values are compared again here, whatever the worker says of them.
TEST(JudgeTest, WrongValuesThatClaimToPassAreCheckFailed) {
  EventScript script = EventScript().PassUntil(Stage::kProduct).Begin("product");
  script.Values("product", "4,4,10,9", "cuda:0").End("product").Begin("gradient");
  script.Values("loss", "196", "cuda:0").Values("gradient_a", "16,24,40,52", "cuda:0");
  script.Values("gradient_b", "68,56,96,80", "cuda:0").End("gradient");
  script.Begin("synchronize").End("synchronize").Begin("report").End("report").Send("done");
  ExpectVerdict(JudgeRun(script.Exited()), Code::kCheckFailed, {}, Stage::kProduct);
}

TEST(JudgeTest, RightValuesThatAreCalledWrongAreNotTrusted) {
  EventScript script = EventScript().PassUntil(Stage::kProduct).Begin("product");
  script.Values("product", "4,4,10,8", "cuda:0").Fail("product", "value").Send("done");
  ExpectVerdict(JudgeRun(script.Exited()), Code::kWorkerFailed, Cause::kInvalidWorkerReport,
                Stage::kProduct);
}

// C3: death by a signal at any stage, `import` included, and after a passing report.
TEST(JudgeTest, ASignalIsWorkerFailedAtEveryStage) {
  for (const Stage stage : kDiagnosisStages) {
    EventScript script = EventScript().PassUntil(stage).Begin(std::string(Name(stage)));
    const Verdict verdict = JudgeRun(script.Signaled(SIGSEGV));
    ExpectVerdict(verdict, Code::kWorkerFailed, {}, stage);
    EXPECT_NE(verdict.message.find("SIGSEGV"), std::string::npos) << verdict.message;
  }
  ExpectVerdict(JudgeRun(EventScript().PassAll().Signaled(SIGABRT)), Code::kWorkerFailed,
                Cause::kCrashedAfterReport, Stage::kReport);
}

TEST(JudgeTest, AnEndWithoutAReportIsWorkerFailed) {
  ExpectVerdict(JudgeRun(EventScript().Exited(0)), Code::kWorkerFailed, {}, Stage::kImport);
  ExpectVerdict(JudgeRun(EventScript().PassAll().Exited(3)), Code::kWorkerFailed,
                Cause::kFailedAfterReport, Stage::kReport);
}

// D5, C9: what was begun and not ended, in the order of the layers.
TEST(JudgeTest, ATimeoutNamesTheStageThatHung) {
  for (const Stage stage : kDiagnosisStages) {
    EventScript script = EventScript().PassUntil(stage).Begin(std::string(Name(stage)));
    ExpectVerdict(JudgeRun(script.TimedOut()), Code::kTimeout, {}, stage);
  }
  ExpectVerdict(JudgeRun(EventScript().Begin("driver").TimedOut()), Code::kTimeout,
                Cause::kHangDriverInit, Stage::kDevice);
  ExpectVerdict(JudgeRun(EventScript().PassUntil(Stage::kAllocation).Begin("context").TimedOut()),
                Code::kTimeout, {}, Stage::kAllocation);
  ExpectVerdict(JudgeRun(EventScript().PassAll().TimedOut()), Code::kTimeout, Cause::kHangAtExit,
                Stage::kReport);
}

// What hangs behind its report must have passed before that is said of it.
TEST(JudgeTest, AHangBehindABadReportIsJudgedByTheReport) {
  ExpectVerdict(JudgeRun(EventScript().Send("done").TimedOut()), Code::kWorkerFailed,
                Cause::kInvalidWorkerReport, Stage::kImport);
  EventScript wrong = EventScript().PassUntil(Stage::kProduct).Begin("product");
  wrong.Values("product", "4,4,10,9", "cuda:0").End("product").Begin("gradient");
  wrong.Values("loss", "196", "cuda:0").Values("gradient_a", "16,24,40,52", "cuda:0");
  wrong.Values("gradient_b", "68,56,96,80", "cuda:0").End("gradient");
  wrong.Begin("synchronize").End("synchronize").Begin("report").End("report").Send("done");
  ExpectVerdict(JudgeRun(wrong.TimedOut()), Code::kCheckFailed, {}, Stage::kProduct);
}

// C9: the import begins with the search for the library.
TEST(JudgeTest, ASearchThatHungIsNamed) {
  Circumstances circumstances;
  circumstances.search_hung = true;
  ExpectVerdict(JudgeRun(EventScript().Begin("import").TimedOut(), circumstances), Code::kTimeout,
                Cause::kHangLibrarySearch, Stage::kImport);
}

// C9: the worker asks the driver before it says that it was given no LibTorch.
TEST(JudgeTest, ALibTorchThatIsMissingComesBeforeADriverThatDoesNotAnswer) {
  Circumstances circumstances;
  circumstances.nothing_found = true;
  const EventScript asks = EventScript().Begin("driver");
  for (const WorkerRun& run : {asks.TimedOut(), asks.Signaled(SIGSEGV), asks.Exited(3)}) {
    ExpectVerdict(JudgeRun(run, circumstances), Code::kTorchMissing, Cause::kNotFound,
                  Stage::kImport);
    EXPECT_EQ(JudgeRun(run).stage, Stage::kDevice) << "where one was found";
  }
  ExpectVerdict(JudgeRun(EventScript().Begin("driver").End("driver").TimedOut(), circumstances),
                Code::kTimeout, {}, Stage::kImport);
  ExpectVerdict(JudgeRun(WorkerRun{}, circumstances), Code::kWorkerFailed, Cause::kWorkerNotStarted,
                Stage::kImport);
}

// Fault 1: a driver library that ends whoever loads it; LibTorch, which would, was not loaded.
TEST(JudgeTest, ATruncatedDriverEndsAtTheDevice) {
  EventScript script;
  script.Begin("driver").Send("driver", {{"library", "broken"}, {"truncated", "1"}}).End("driver");
  EventScript stopped = script;
  ExpectVerdict(JudgeRun(stopped.Begin("import").Send("done").Exited()), Code::kGpuUnavailable,
                Cause::kDriverLibraryBroken, Stage::kDevice);
  EventScript without = script;
  ExpectVerdict(JudgeRun(without.Begin("import").Fail("import", "not_found").Send("done").Exited()),
                Code::kTorchMissing, Cause::kNotFound, Stage::kImport);
  EventScript silent = script;
  ExpectVerdict(JudgeRun(silent.Begin("import").Exited()), Code::kWorkerFailed, {}, Stage::kImport);
}

// D15: what is known of a worker that cannot be killed is in the verdict.
TEST(JudgeTest, AnUnkillableWorkersStateIsTold) {
  WorkerRun run = EventScript().Begin("import").TimedOut();
  run.end.kind = ProcessEnd::Kind::kCouldNotBeKilled;
  run.end.state = "D (disk sleep)";
  const Verdict verdict = JudgeRun(run);
  ExpectVerdict(verdict, Code::kTimeout, {}, Stage::kImport);
  EXPECT_NE(verdict.message.find("D (disk sleep)"), std::string::npos) << verdict.message;

  WorkerRun failed = EventScript().Begin("import").Fail("import", "not_found").TimedOut();
  failed.end = run.end;
  const Verdict of_failure = JudgeRun(failed);
  ExpectVerdict(of_failure, Code::kTorchMissing, Cause::kNotFound, Stage::kImport);
  EXPECT_NE(of_failure.message.find("D (disk sleep)"), std::string::npos) << of_failure.message;
}

TEST(JudgeTest, AnUnstartedWorkerIsCouldNotCheck) {
  const Verdict verdict = JudgeRun(WorkerRun{});
  ExpectVerdict(verdict, Code::kWorkerFailed, Cause::kWorkerNotStarted, Stage::kImport);
  EXPECT_EQ(Info(*verdict.cause).certainty, Certainty::kCouldNotCheck);
}

// A failure that was reported stays the verdict, however the worker ends afterwards.
TEST(JudgeTest, AReportedFailureOutlivesTheWorkersEnd) {
  const EventScript script = EventScript().Begin("import").Fail("import", "not_found");
  for (const WorkerRun& run : {script.Exited(), script.Signaled(SIGKILL), script.TimedOut()}) {
    ExpectVerdict(JudgeRun(run), Code::kTorchMissing, Cause::kNotFound, Stage::kImport);
  }
}

TEST(JudgeTest, GarbageBehindAFailureDoesNotLoseIt) {
  WorkerRun run = EventScript().Begin("import").Fail("import", "not_found").Exited();
  run.channel_invalid = true;
  ExpectVerdict(JudgeRun(run), Code::kTorchMissing, Cause::kNotFound, Stage::kImport);
  WorkerRun passing = EventScript().PassAll().Exited();
  passing.channel_invalid = true;
  ExpectVerdict(JudgeRun(passing), Code::kWorkerFailed, Cause::kInvalidWorkerReport,
                Stage::kReport);
}

// Half a line is left of a worker that died while it wrote; its signal is the verdict.
TEST(JudgeTest, ACrashInTheMiddleOfALineIsACrash) {
  WorkerRun run = EventScript().Begin("import").Signaled(SIGSEGV);
  run.channel_invalid = true;
  ExpectVerdict(JudgeRun(run), Code::kWorkerFailed, {}, Stage::kImport);
  run.end.signal = SIGKILL;  // the supervisor's own, at the malformed line
  ExpectVerdict(JudgeRun(run), Code::kWorkerFailed, Cause::kInvalidWorkerReport, Stage::kImport);
}

// D20: fewer devices than promised fail at `device`, whatever came later.
TEST(JudgeTest, FewerDevicesThanExpected) {
  Circumstances circumstances;
  circumstances.expect_devices = 2;
  ExpectVerdict(JudgeRun(EventScript().PassAll().Exited(), circumstances),
                Code::kDeviceIndexInvalid, Cause::kFewerThanExpected, Stage::kDevice);
  circumstances.expect_devices = 1;
  ExpectVerdict(JudgeRun(EventScript().PassAll().Exited(), circumstances), Code::kGpuCheckPassed,
                {}, Stage::kComplete);
}

// D13: what never said a word is no Python; what hung is a hang all the same.
TEST(JudgeTest, AnInterpreterThatNeverSpokeIsUnusable) {
  Circumstances python;
  python.python = true;
  for (const int error : {ENOENT, EISDIR, EACCES, ENOEXEC, E2BIG}) {
    WorkerRun run;
    run.end.start_error = error;
    ExpectVerdict(JudgeRun(run, python), Code::kWorkerFailed, Cause::kInterpreterUnusable,
                  Stage::kImport);
  }
  const auto silent = [](ProcessEnd::Kind kind, int signal = 0) {
    WorkerRun run;
    run.end.kind = kind;
    run.end.exit_status = 2;
    run.end.signal = signal;
    return run;
  };
  ExpectVerdict(JudgeRun(silent(ProcessEnd::Kind::kExited), python), Code::kWorkerFailed,
                Cause::kInterpreterUnusable, Stage::kImport);
  const Verdict killed = JudgeRun(silent(ProcessEnd::Kind::kSignaled, SIGSEGV), python);
  ExpectVerdict(killed, Code::kWorkerFailed, Cause::kInterpreterUnusable, Stage::kImport);
  EXPECT_NE(killed.message.find("SIGSEGV"), std::string::npos);
  EXPECT_EQ(killed.owner, Owner::kRequest);
  ExpectVerdict(JudgeRun(silent(ProcessEnd::Kind::kTimedOut), python), Code::kTimeout, {},
                Stage::kImport);
  ExpectVerdict(JudgeRun(EventScript().Exited(1), python), Code::kWorkerFailed, {}, Stage::kImport);
  // C9: not even where the driver, which another process asks, hangs too.
  WorkerRun mute = silent(ProcessEnd::Kind::kTimedOut);
  Facts facts = ReadFacts(mute.events);
  facts.driver_check.begun = std::chrono::milliseconds(1);
  ExpectVerdict(Judge(facts, mute, python), Code::kTimeout, {}, Stage::kImport);
}

TEST(JudgeTest, APythonThatIsTooOldSaysItsVersion) {
  EventScript script = EventScript().Begin("import");
  script.Fail("import", "python_too_old", {{"detail", "3.6"}}).Send("done");
  const Verdict verdict = JudgeRun(script.Exited());
  ExpectVerdict(verdict, Code::kWorkerFailed, Cause::kPythonTooOld, Stage::kImport);
  EXPECT_NE(verdict.message.find("3.6"), std::string::npos);
}

}  // namespace
}  // namespace kernodeck
