#include "plugin/gtest/command_diagnosis.h"

#include <utility>

namespace kernodeck {
namespace {

DiagnosisResult ResultOf(CheckOutcome outcome) {
  DiagnosisResult result;
  result.verdict = std::move(outcome.verdict);
  result.report = std::move(outcome.report);
  result.said = std::move(outcome.said);
  return result;
}

}  // namespace

CommandDiagnosis::CommandDiagnosis(const Settings& settings, int caller, Runner runner)
    : runner_(std::move(runner)) {
  if (!settings.libtorch.empty()) request_.libtorch = settings.libtorch;
  request_.time_limit = settings.timeout.value_or(request_.time_limit);
  request_.device_index = settings.device.value_or(0);
  request_.expect_devices = settings.expect_gpus;
  request_.caller = caller;
}

DiagnosisResult CommandDiagnosis::Ask(CheckTarget target, const TestId& /*asking*/) {
  CheckRequest request = request_;
  request.cpu = target == CheckTarget::kCpu;
  if (request.cpu) request.expect_devices.reset();
  return ResultOf(runner_(request));
}

std::optional<DiagnosisResult> CommandDiagnosis::AskAgain() { return ResultOf(runner_(request_)); }

}  // namespace kernodeck
