#ifndef KERNODECK_TESTS_UNIT_GTEST_STANDIN_SESSION_H_
#define KERNODECK_TESTS_UNIT_GTEST_STANDIN_SESSION_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "plugin/gtest/session.h"
#include "tests/unit/gtest/standin_driver.h"

namespace kernodeck {

// What the diagnosis is to say, and who asked.
struct StandinVerdicts {
  DiagnosisResult gpu;
  DiagnosisResult cpu;
  std::optional<DiagnosisResult> again;
  std::vector<std::string> asked;  // "gpu A.B", "cpu A.B", "again"
};

class StandinDiagnosis : public Diagnosis {
 public:
  explicit StandinDiagnosis(StandinVerdicts& verdicts) : verdicts_(&verdicts) {}

  DiagnosisResult Ask(CheckTarget target, const TestId& asking) override {
    const bool gpu = target == CheckTarget::kGpu;
    verdicts_->asked.push_back((gpu ? "gpu " : "cpu ") + FullName(asking));
    return gpu ? verdicts_->gpu : verdicts_->cpu;
  }
  std::optional<DiagnosisResult> AskAgain() override {
    verdicts_->asked.emplace_back("again");
    return verdicts_->again;
  }

 private:
  StandinVerdicts* verdicts_;
};

// A report with `count` devices of 8 GiB.
inline DiagnosticReport ReportOf(const Verdict& verdict, int count) {
  DiagnosticReport report;
  report.verdict = verdict;
  report.torch.backend = "cuda";
  report.torch.visible_device_count = count;
  report.torch.devices.emplace();
  for (int i = 0; i < count; ++i) {
    DeviceReport device;
    device.index = i;
    device.name = "Stand-in";
    device.total_memory_bytes = std::uint64_t{8} << 30U;
    device.compute_capability = "9.0";
    report.torch.devices->push_back(device);
  }
  return report;
}

inline DiagnosisResult PassOnGpu(int count = 1) {
  DiagnosisResult result;
  result.verdict = MakeVerdict(Code::kGpuCheckPassed, std::nullopt, Stage::kComplete);
  result.report = ReportOf(result.verdict, count);
  return result;
}

inline DiagnosisResult NoDriver() {
  DiagnosisResult result;
  result.verdict = MakeVerdict(Code::kGpuUnavailable, Cause::kDriverMissing, Stage::kDevice);
  return result;
}

// A session over stand-ins, on a machine with one good GPU unless a test says otherwise before it
// asks.
struct StandinMachine {
  StandinMachine() {
    verdicts.gpu = PassOnGpu();
    verdicts.cpu.verdict = MakeVerdict(Code::kCpuCheckPassed, std::nullopt, Stage::kComplete);
  }

  Session& session() {
    if (made) return *made;
    SessionParts parts;
    parts.settings = settings;
    parts.diagnosis = std::make_unique<StandinDiagnosis>(verdicts);
    parts.driver = std::make_unique<StandinDriver>(devices);
    parts.waiting = {[] { return std::chrono::steady_clock::time_point{}; }, [](auto) {},
                     [this](const std::string& line) { said.push_back(line); }};
    parts.skip_command = "KERNODECK_POLICY=skip ./tests";
    parts.usage_problem = usage_problem;
    parts.in_child = [this] { return in_child; };
    parts.hand_on = [this](CheckTarget target) { handed_on.push_back(target); };
    parts.handed = [this](CheckTarget target) { return handed == target; };
    made = std::make_unique<Session>(std::move(parts));
    return *made;
  }

  Settings settings;
  StandinVerdicts verdicts;
  StandinDevices devices;
  std::vector<std::string> said;
  std::string usage_problem;
  bool in_child = false;
  std::vector<CheckTarget> handed_on;
  std::optional<CheckTarget> handed;  // what the parent of this child was found ready for
  std::unique_ptr<Session> made;
};

}  // namespace kernodeck

#endif  // KERNODECK_TESTS_UNIT_GTEST_STANDIN_SESSION_H_
