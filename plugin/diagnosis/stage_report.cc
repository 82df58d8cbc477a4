#include "plugin/diagnosis/stage_report.h"

namespace kernodeck {

Stage StageUnderWay(const Facts& facts) {
  for (const Stage stage : kDiagnosisStages) {
    if (facts.At(stage).Open()) return stage;
    if (stage == Stage::kDevice && facts.driver_check.Open()) return stage;
    if (stage == Stage::kAllocation && facts.context.Open()) return stage;
  }
  for (const Stage stage : kDiagnosisStages) {
    if (!facts.At(stage).ended) return stage;
  }
  return Stage::kReport;
}

namespace {

std::optional<std::chrono::duration<double>> SecondsOf(const Span& span,
                                                       std::chrono::steady_clock::duration total) {
  if (!span.begun) return std::nullopt;
  return span.ended.value_or(total) - *span.begun;
}

}  // namespace

std::vector<StageReport> ReportStages(const Facts& facts, const Verdict& verdict,
                                      std::chrono::steady_clock::duration total) {
  std::vector<StageReport> stages;
  for (const Stage stage : kDiagnosisStages) {
    StageReport report;
    report.stage = stage;
    if (stage == verdict.stage) {
      report.result = StageResult::kFailed;
    } else if (stage < verdict.stage && facts.At(stage).ended) {
      report.result = StageResult::kPassed;
    }
    if (report.result != StageResult::kNotReached) {
      report.seconds = SecondsOf(facts.At(stage), total);
      const auto driver = SecondsOf(facts.driver_check, total);
      if (stage == Stage::kDevice && driver) {
        report.seconds = report.seconds.value_or(std::chrono::duration<double>{}) + *driver;
      }
    }
    stages.push_back(report);
  }
  return stages;
}

}  // namespace kernodeck
