#include "plugin/gtest/channel_diagnosis.h"

#include <string>
#include <utility>

#include "plugin/report/read_report.h"

namespace kernodeck {
namespace {

DiagnosisResult Unusable(const std::string& why) {
  DiagnosisResult result;
  result.verdict =
      MakeVerdict(Code::kWorkerFailed, Cause::kInvalidWorkerReport, Stage::kReport, why);
  return result;
}

}  // namespace

ChannelDiagnosis::ChannelDiagnosis(RunChannel& channel, std::chrono::milliseconds limit,
                                   std::unique_ptr<Diagnosis> own)
    : channel_(&channel), limit_(limit), own_(std::move(own)) {}

DiagnosisResult ChannelDiagnosis::Ask(CheckTarget target, const TestId& asking) {
  if (target == CheckTarget::kCpu) return own_->Ask(target, asking);
  const std::optional<HandedVerdict> handed = channel_->WantVerdict(asking, limit_);
  if (!handed) return Unusable("kernodeck run did not hand its verdict on");
  auto report = ReadReport(handed->report);
  if (const auto* const problem = std::get_if<std::string>(&report)) return Unusable(*problem);
  DiagnosisResult result;
  result.report = std::get<DiagnosticReport>(std::move(report));
  result.verdict = result.report->verdict;
  result.charged_to = handed->charged_to;
  return result;
}

}  // namespace kernodeck
