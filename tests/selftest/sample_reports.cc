#include "tests/selftest/sample_reports.h"

#include <array>
#include <limits>
#include <string_view>
#include <utility>

namespace kernodeck {
namespace {

using std::chrono::milliseconds;

// The stage in which a sample of `code` ends.
Stage EndOf(Code code) {
  switch (code) {
    case Code::kGpuCheckPassed:
    case Code::kCpuCheckPassed:
      return Stage::kComplete;
    case Code::kTorchMissing:
    case Code::kTorchImportFailed:
      return Stage::kImport;
    case Code::kGpuBackendAbsent:
      return Stage::kBackend;
    case Code::kGpuUnavailable:
    case Code::kDeviceIndexInvalid:
      return Stage::kDevice;
    case Code::kOutOfMemory:
      return Stage::kAllocation;
    case Code::kCheckFailed:
    case Code::kRuntimeError:
      return Stage::kProduct;
    case Code::kTimeout:
    case Code::kWorkerFailed:
      return Stage::kGradient;
    case Code::kOutputWriteFailed:
      return Stage::kReport;
  }
  return Stage::kComplete;
}

std::string_view DetailOf(Cause cause) {
  const Code code = Info(cause).code;
  if (code == Code::kDeviceIndexInvalid) return "index 9, and 2 devices are visible";
  if (code == Code::kTorchImportFailed) return "libcudnn.so.9";
  if (cause == Cause::kHiddenByEnv) return "CUDA_VISIBLE_DEVICES";
  if (code == Code::kWorkerFailed) return "signal 11 (SIGSEGV)";
  return {};
}

void FillStages(Stage end, DiagnosticReport& report) {
  milliseconds seconds{400};
  for (const Stage stage : kDiagnosisStages) {
    StageReport entry{stage, StageResult::kPassed, seconds};
    if (stage == end) entry.result = StageResult::kFailed;
    if (stage > end) entry = {stage, StageResult::kNotReached, std::nullopt};
    report.stages.push_back(entry);
    seconds /= 2;
  }
}

void FillTorch(bool cpu, Stage end, DiagnosticReport& report) {
  TorchReport& torch = report.torch;
  if (end <= Stage::kImport) return;
  torch.version = "2.11.0";
  torch.same_as_caller = end == Stage::kBackend ? std::optional(true) : std::nullopt;
  const bool absent = report.verdict.code == Code::kGpuBackendAbsent;
  torch.backend = cpu || absent ? "cpu" : "cuda";
  if (!absent) torch.cuda_build = "13.0";
  if (cpu) return;
  const bool none = absent || report.verdict.code == Code::kGpuUnavailable;
  torch.gpu_available = !none;
  torch.visible_device_count = none ? 0 : 2;
  torch.devices.emplace();
  if (none) return;
  for (int index = 0; index < 2; ++index)
    torch.devices->push_back({index, "Example GPU", std::uint64_t{80} << 30U, "9.0", std::nullopt});
}

void FillDriver(DiagnosticReport& report) {
  if (report.verdict.code != Code::kGpuUnavailable) {
    report.driver = DriverReport{true, 0, "CUDA_SUCCESS", "13.0"};
  } else if (report.verdict.cause == Cause::kFabricNotReady) {
    report.driver = DriverReport{true, 802, "CUDA_ERROR_SYSTEM_NOT_READY", "13.0"};
  } else {
    report.driver = DriverReport{false, std::nullopt, std::nullopt, std::nullopt};
  }
}

void FillExecution(bool cpu, Stage end, DiagnosticReport& report) {
  ExecutionReport& execution = report.execution;
  execution.requested = cpu ? "cpu" : "gpu";
  const std::string device = cpu ? "cpu" : "cuda:0";
  if (report.verdict.code == Code::kCheckFailed) {
    execution.device = device;
    execution.product_verified = false;
    execution.mismatch = {{"product", {0, 1}, 4.125F, 4, device},
                          {"product", {1, 0}, std::numeric_limits<float>::quiet_NaN(), 10, device}};
  }
  if (end <= Stage::kProduct) return;
  execution.device = device;
  execution.product_verified = true;
  if (end <= Stage::kGradient) return;
  execution.gradient_verified = true;
  execution.loss = 196;
  if (end > Stage::kSynchronize) execution.synchronized = true;
}

DiagnosticReport Sample(const Verdict& verdict) {
  DiagnosticReport report;
  report.verdict = verdict;
  report.runtime = {"Linux", "x86_64", "0.1.0", "GCC 12.2.0", std::nullopt};
  FillStages(verdict.stage, report);
  const bool cpu = verdict.code == Code::kCpuCheckPassed;
  FillTorch(cpu, verdict.stage, report);
  if (!cpu) FillDriver(report);
  FillExecution(cpu, verdict.stage, report);
  if (verdict.code == Code::kGpuCheckPassed) {
    report.labels = {{"runner", "example-7"}, {"purpose", "nightly build"}};
    report.host = HostReport{"nvidia-smi", "ok", "580.95.05", {81920, 81920}};
  }
  report.total = milliseconds{812};
  report.created_at = std::chrono::sys_days{std::chrono::year{2026} / 1 / 2} +
                      std::chrono::hours{3} + std::chrono::minutes{4} + std::chrono::seconds{5};
  return report;
}

}  // namespace

DiagnosticReport SampleReport(Code code) {
  if (code == Code::kGpuUnavailable) return SampleReport(Cause::kDriverMissing);
  return Sample(MakeVerdict(code, std::nullopt, EndOf(code)));
}

DiagnosticReport SampleReportOfAllDevices() {
  DiagnosticReport report = SampleReport(Cause::kDeviceMemoryFull);
  report.execution.requested = "cuda:1";
  report.torch.visible_device_count = 3;
  report.torch.devices->push_back(report.torch.devices->back());
  report.torch.devices->back().index = 2;
  const std::array<DiagnosticReport, 3> each = {SampleReport(Code::kGpuCheckPassed), report,
                                                SampleReport(Code::kTimeout)};
  report.devices.emplace();
  for (int index = 0; const DiagnosticReport& one : each) {
    DeviceVerdict device{index, one.verdict, one.stages, one.execution, milliseconds{800}};
    device.execution.requested = "cuda:" + std::to_string(index);
    if (device.execution.device) device.execution.device = device.execution.requested;
    if (one.verdict.code == Code::kTimeout) device.total = std::chrono::seconds{30};
    report.devices->push_back(std::move(device));
    ++index;
  }
  report.total = milliseconds{30'112};
  return report;
}

DiagnosticReport SampleReport(Cause cause) {
  const Code code = Info(cause).code;
  return Sample(MakeVerdict(code, cause, EndOf(code), DetailOf(cause)));
}

}  // namespace kernodeck
