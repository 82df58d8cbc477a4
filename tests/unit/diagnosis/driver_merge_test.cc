// Covers C6, C9, D13: beside a Python worker the driver is asked by a process of its own, and the
// verdict follows the order of the layers as if one worker had found it all.
#include "plugin/diagnosis/driver_merge.h"

#include <gtest/gtest.h>

#include <csignal>

#include "plugin/diagnosis/judge.h"
#include "tests/unit/diagnosis/event_script.h"

namespace kernodeck {
namespace {

using Fields = EventScript::Fields;

EventScript Greeting() {
  return EventScript().Send("hello", {{"protocol", "1"}}).Send("python", {{"version", "3.11.7"}});
}

EventScript DriverSays(const Fields& driver) {
  EventScript script = EventScript().Begin("driver").Send("driver", driver).End("driver");
  return script.Send("device", {{"index", "0"}, {"name", "X"}}).Send("done");
}

const Fields kOneDevice = {{"library", "found"}, {"device_count", "1"}};

struct Merged {
  Facts facts;
  WorkerRun run;
};

Merged Merge(WorkerRun python, const WorkerRun& driver) {
  Merged merged{ReadFacts(python.events), std::move(python)};
  MergeDriverCheck(ReadFacts(driver.events), driver, merged.facts, merged.run);
  return merged;
}

Verdict JudgeBoth(const WorkerRun& python, const WorkerRun& driver) {
  const Merged merged = Merge(python, driver);
  Circumstances circumstances;
  circumstances.python = true;
  return Judge(merged.facts, merged.run, circumstances);
}

void ExpectVerdict(const Verdict& verdict, Code code, std::optional<Cause> cause, Stage stage) {
  EXPECT_EQ(Info(verdict.code).name, Info(code).name) << verdict.message;
  EXPECT_EQ(verdict.cause ? Info(*verdict.cause).id : "none", cause ? Info(*cause).id : "none");
  EXPECT_EQ(Name(verdict.stage), Name(stage));
}

TEST(DriverMergeTest, FillsInDriverAndDevices) {
  const Merged merged = Merge(Greeting().PassAll().Exited(), DriverSays(kOneDevice).Exited());
  ASSERT_TRUE(merged.facts.driver && merged.facts.torch.devices);
  EXPECT_EQ(merged.facts.driver->device_count, 1);
  EXPECT_EQ(merged.facts.torch.devices->front().name, "X");
  EXPECT_TRUE(merged.facts.driver_check.ended);
  ExpectVerdict(JudgeBoth(Greeting().PassAll().Exited(), DriverSays(kOneDevice).Exited()),
                Code::kGpuCheckPassed, {}, Stage::kComplete);
}

TEST(DriverMergeTest, ADriverCheckThatHangsIsTheFirstFailureBehindTheBackend) {
  const WorkerRun hangs = EventScript().Begin("driver").TimedOut();
  for (const Stage stage : kDiagnosisStages) {
    EventScript script = Greeting().PassUntil(stage).Begin(std::string(Name(stage)));
    const bool below = stage < Stage::kDevice;
    ExpectVerdict(JudgeBoth(script.TimedOut(), hangs), Code::kTimeout,
                  below ? std::nullopt : std::optional(Cause::kHangDriverInit),
                  below ? stage : Stage::kDevice);
  }
  ExpectVerdict(JudgeBoth(Greeting().PassAll().Exited(), hangs), Code::kTimeout,
                Cause::kHangDriverInit, Stage::kDevice);
  EventScript missing = Greeting().Begin("import").Fail("import", "not_found").Send("done");
  ExpectVerdict(JudgeBoth(missing.Exited(), hangs), Code::kTorchMissing, Cause::kNotFound,
                Stage::kImport);
}

TEST(DriverMergeTest, ADriverCheckThatCrashesLeavesOrLiesToo) {
  const WorkerRun python = Greeting().PassAll().Exited();
  const Verdict crashed = JudgeBoth(python, EventScript().Begin("driver").Signaled(SIGSEGV));
  ExpectVerdict(crashed, Code::kWorkerFailed, {}, Stage::kDevice);
  EXPECT_NE(crashed.message.find("SIGSEGV"), std::string::npos) << crashed.message;
  ExpectVerdict(JudgeBoth(python, EventScript().Begin("driver").Exited(3)), Code::kWorkerFailed, {},
                Stage::kDevice);
  ExpectVerdict(JudgeBoth(python, EventScript().Begin("coffee").Exited()), Code::kWorkerFailed,
                Cause::kInvalidWorkerReport, Stage::kDevice);
  ExpectVerdict(JudgeBoth(python, WorkerRun{}), Code::kWorkerFailed, Cause::kWorkerNotStarted,
                Stage::kImport);
}

// C8: the runtime's number counts only where a driver below it is well.
TEST(DriverMergeTest, ANumberThatTheRuntimeGuessedIsForgotten) {
  EventScript script = Greeting().PassUntil(Stage::kDevice).Begin("device");
  script.Fail("device", "no_device", {{"number", "35"}, {"call", "cudaGetDeviceCount"}});
  const WorkerRun python = script.Send("done").Exited();
  ExpectVerdict(JudgeBoth(python, DriverSays(kOneDevice).Exited()), Code::kGpuUnavailable,
                Cause::kDriverTooOld, Stage::kDevice);
  const Verdict missing = JudgeBoth(python, DriverSays({{"library", "missing"}}).Exited());
  ExpectVerdict(missing, Code::kGpuUnavailable, Cause::kDriverMissing, Stage::kDevice);
  EXPECT_EQ(missing.message.find("35"), std::string::npos) << missing.message;
  const Verdict fabric = JudgeBoth(
      python, DriverSays({{"library", "found"}, {"call", "cuInit"}, {"error", "802"}}).Exited());
  ExpectVerdict(fabric, Code::kGpuUnavailable, Cause::kFabricNotReady, Stage::kDevice);
}

}  // namespace
}  // namespace kernodeck
