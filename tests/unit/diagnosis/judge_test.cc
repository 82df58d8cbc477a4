// Covers C2, C3, C4, C7, C9, D2, D4, D5, D14, D19, D20: the verdict for everything that a worker
// may say and do.
#include "plugin/diagnosis/judge.h"

#include <gtest/gtest.h>

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

// C9: the import begins with the search for the library.
TEST(JudgeTest, ASearchThatHungIsNamed) {
  Circumstances circumstances;
  circumstances.search_hung = true;
  ExpectVerdict(JudgeRun(EventScript().Begin("import").TimedOut(), circumstances), Code::kTimeout,
                Cause::kHangLibrarySearch, Stage::kImport);
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

}  // namespace
}  // namespace kernodeck
