// Covers D14 (every stage with its result and time), C9.
#include "plugin/diagnosis/stage_report.h"

#include <gtest/gtest.h>

#include "tests/unit/diagnosis/event_script.h"

namespace kernodeck {
namespace {

TEST(StageReportTest, StagesBehindTheFailedOneWereNotReached) {
  const WorkerRun run = EventScript().PassUntil(Stage::kDevice).Begin("device").TimedOut();
  const Facts facts = ReadFacts(run.events);
  const Verdict verdict = MakeVerdict(Code::kTimeout, {}, Stage::kDevice);
  const std::vector<StageReport> stages = ReportStages(facts, verdict, run.total);
  ASSERT_EQ(stages.size(), kDiagnosisStages.size());
  EXPECT_EQ(stages[0].result, StageResult::kPassed);
  EXPECT_EQ(stages[1].result, StageResult::kPassed);
  EXPECT_EQ(stages[2].result, StageResult::kFailed);
  EXPECT_TRUE(stages[2].seconds);
  for (std::size_t i = 3; i < stages.size(); ++i) {
    EXPECT_EQ(stages[i].result, StageResult::kNotReached);
    EXPECT_FALSE(stages[i].seconds);
  }
}

TEST(StageReportTest, AVerdictAtAnEarlierStageHidesWhatRanLater) {
  const WorkerRun run = EventScript().PassAll().Exited();
  const Verdict verdict =
      MakeVerdict(Code::kDeviceIndexInvalid, Cause::kFewerThanExpected, Stage::kDevice);
  const auto stages = ReportStages(ReadFacts(run.events), verdict, run.total);
  EXPECT_EQ(stages[2].result, StageResult::kFailed);
  EXPECT_EQ(stages[3].result, StageResult::kNotReached);
}

TEST(StageReportTest, TheDriverCheckCountsForTheDevice) {
  EventScript script = EventScript().Begin("driver");
  for (int i = 0; i < 100; ++i) script.Send("trace", {{"text", "."}});
  script.End("driver");
  const WorkerRun run = script.PassAll().Exited();
  const Verdict verdict = MakeVerdict(Code::kGpuCheckPassed, {}, Stage::kComplete);
  const auto stages = ReportStages(ReadFacts(run.events), verdict, run.total);
  EXPECT_GT(stages[2].seconds->count(), 0.1);
  EXPECT_LT(stages[0].seconds->count(), 0.1);
}

TEST(StageReportTest, TheStageUnderWayFollowsTheOrderOfTheLayers) {
  const auto under_way = [](const EventScript& script) {
    return Name(StageUnderWay(ReadFacts(script.TimedOut().events)));
  };
  EXPECT_EQ(under_way(EventScript()), "import");
  EXPECT_EQ(under_way(EventScript().Begin("driver")), "device");
  EXPECT_EQ(under_way(EventScript().Begin("context").Begin("import")), "import");
  EXPECT_EQ(under_way(EventScript().PassUntil(Stage::kProduct)), "product");
  EXPECT_EQ(under_way(EventScript().PassAll()), "report");
}

}  // namespace
}  // namespace kernodeck
