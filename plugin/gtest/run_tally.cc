#include "plugin/gtest/run_tally.h"

namespace kernodeck {
namespace {

std::string CodeOf(const TestResult& result) {
  return result.charge ? std::string(Info(result.charge->code).name) : "no code";
}

void Count(TestStatus status, RunTally::Counts& counts) {
  switch (status) {
    case TestStatus::kPassed:
      ++counts.passed;
      return;
    case TestStatus::kFailed:
      ++counts.failed;
      return;
    case TestStatus::kSkipped:
      ++counts.skipped;
      return;
    case TestStatus::kNotRun:
      ++counts.not_run;
      return;
  }
}

}  // namespace

void RunTally::StartIteration() {
  if (std::exchange(iterating_, true)) {
    least_gpu_ran_ = std::min(least_gpu_ran_, iteration_.gpu_ran);
  }
  iteration_ = Counts();
}

void RunTally::Add(const TestResult& result, const TestFacts& facts) {
  Count(result.status, whole_);
  Count(result.status, iteration_);
  if (result.status == TestStatus::kNotRun && facts.answer.first) {
    ++not_run_[{CodeOf(result), FullName(*facts.answer.first)}];
  }
  if (facts.gpu) AddGpuTest(result, facts);
}

void RunTally::AddGpuTest(const TestResult& result, const TestFacts& facts) {
  if (facts.reached && facts.answer.met()) {
    ++whole_.gpu_ran;
    ++iteration_.gpu_ran;
    if (result.status == TestStatus::kPassed) ++gpu_passed_;
    if (result.status == TestStatus::kFailed) gpu_failed_.push_back(result.start.id);
    return;
  }
  if (result.status == TestStatus::kFailed) ++failed_before_[CodeOf(result)];
  if (result.status == TestStatus::kSkipped) ++skipped_[CodeOf(result)];
}

}  // namespace kernodeck
