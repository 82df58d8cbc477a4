#include "tests/selftest/sample_test_results.h"

#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <variant>

namespace kernodeck {
namespace {

using std::chrono::system_clock;
using Seconds = std::chrono::duration<double>;

// 2026-01-02T03:04:05Z and the milliseconds given.
system_clock::time_point At(int milliseconds) {
  return system_clock::time_point(std::chrono::seconds(1'767'323'045) +
                                  std::chrono::milliseconds(milliseconds));
}

TestResult Sample(const char* suite, const char* name, TestStatus status) {
  static constexpr int kLine = 12;
  TestResult result;
  result.start = {{suite, name}, "tests/model_test.cc", kLine, 1, At(250)};
  result.seconds = Seconds(0.0125);
  result.status = status;
  return result;
}

TestResult Failed(const char* suite, const char* name, FailureCharge charge,
                  const std::string& message, const std::string& rest) {
  TestResult result = Sample(suite, name, TestStatus::kFailed);
  result.charge = charge;
  result.message = message;
  result.text = message + "\n" + rest;
  return result;
}

}  // namespace

TestRunInfo SampleTestRun() {
  TestRunInfo run;
  run.name = "model_test";
  run.shard_index = 1;
  run.shard_count = 3;
  run.repeats = 2;
  run.seed = 4711;
  run.at = At(0);
  return run;
}

std::vector<TestResult> SampleTestResults() {
  std::vector<TestResult> results;
  results.push_back(Sample("Model", "Loads", TestStatus::kPassed));
  results.push_back(Sample("Sizes/Model", "Multiplies/0", TestStatus::kPassed));
  results.back().gpu = true;
  results.back().properties = {{"value_param", "(1, \"float\")"}, {"tokens", "17"}};
  results.push_back(
      Failed("Model", "NeedsGpu",
             {Code::kGpuUnavailable, Cause::kDriverMissing, Stage::kDevice, Owner::kMachine},
             "GPU_UNAVAILABLE: no driver library was found.",
             "tests/model_test.cc:12: this test wants a GPU.\n"));
  results.back().gpu = true;
  results.push_back(Failed("Model", "Adds",
                           {Code::kCheckFailed, std::nullopt, Stage::kApplication, Owner::kCode},
                           "CHECK_FAILED: Expected equality of these values: a < b & \"c\"",
                           "  a\n    Which is: 1\n  b\n    Which is: 2 \xe2\x89\xa0 1\n"));
  results.push_back(Failed("Model", "Crashes",
                           {Code::kWorkerFailed, std::nullopt, Stage::kApplication, Owner::kCode},
                           "WORKER_FAILED: the test ended its process by signal 11.", ""));
  results.back().signal = 11;
  results.push_back(Sample("Model", "Slow", TestStatus::kSkipped));
  results.back().message = "Only in the nightly run.";
  results.push_back(Sample("Model", "Trains", TestStatus::kNotRun));
  results.back().gpu = true;
  results.back().charge =
      FailureCharge{Code::kGpuUnavailable, Cause::kDriverMissing, Stage::kDevice, Owner::kMachine};
  results.back().message = "not run: GPU_UNAVAILABLE, see Model.NeedsGpu";
  results.push_back(Sample("Model", "Loads", TestStatus::kPassed));
  results.back().start.repeat = 2;
  results.push_back(Failed("Model", "SaysAnything", FailureCharge{}, "CHECK_FAILED: bytes",
                           std::string(kNastyText)));
  return results;
}

TestRunSummary SampleTestSummary() {
  TestRunSummary summary;
  summary.passed = 3;
  summary.failed = 4;
  summary.skipped = 1;
  summary.not_run = 1;
  summary.gpu_ran = 1;
  summary.readiness = MakeVerdict(Code::kGpuUnavailable, Cause::kDriverMissing, Stage::kDevice);
  summary.exit_status = ExitStatus(*summary.readiness);
  summary.problems = {"1 GPU test ran, and --kernodeck_min_gpu_tests=2 wants more."};
  summary.total = Seconds(1.5);
  return summary;
}

std::vector<TestSampleFile> TestSampleFiles() {
  return {{TestReportFormat::kJunit, "junit.xml"},
          {TestReportFormat::kJunitStrict, "junit-strict.xml"},
          {TestReportFormat::kJson, "tests.json"}};
}

void WriteSampleTestReport(TestReportFormat format, const std::filesystem::path& path) {
  auto opened = OpenTestReport(format, path, SampleTestRun());
  auto* report = std::get_if<std::unique_ptr<TestReport>>(&opened);
  if (report == nullptr) throw std::runtime_error("the sample report cannot be opened");
  for (const TestResult& result : SampleTestResults()) {
    (*report)->Started(result.start);
    (*report)->Finished(result);
  }
  if (!(*report)->End(SampleTestSummary()).ok())
    throw std::runtime_error("the sample report cannot be ended");
}

}  // namespace kernodeck
