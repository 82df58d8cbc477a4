#include "plugin/gtest/run_tally.h"

namespace kernodeck {
namespace {

std::string CodeOf(const TestResult& result) {
  return result.charge ? std::string(Info(result.charge->code).name) : "no code";
}

void Count(TestStatus status, int step, RunTally::Counts& counts) {
  switch (status) {
    case TestStatus::kPassed:
      counts.passed += step;
      return;
    case TestStatus::kFailed:
      counts.failed += step;
      return;
    case TestStatus::kSkipped:
      counts.skipped += step;
      return;
    case TestStatus::kNotRun:
      counts.not_run += step;
      return;
  }
}

// Whether a check of the machine may say more of a failure than its charge does.
bool IsSuspect(const TestResult& result) {
  const Owner owner = result.charge ? result.charge->owner : Owner::kUnknown;
  return owner != Owner::kMachine && owner != Owner::kSetup;
}

void Step(std::map<std::string, int>& counts, const std::string& key, int step) {
  if ((counts[key] += step) == 0) counts.erase(key);
}

}  // namespace

void RunTally::StartIteration() {
  if (std::exchange(iterating_, true)) {
    least_gpu_ran_ = std::min(least_gpu_ran_, iteration_.gpu_ran);
  }
  iteration_ = Counts();
}

void RunTally::Add(const TestResult& result, const TestFacts& facts) { Change(result, facts, 1); }

void RunTally::Amend(const TestResult& before, const TestResult& after, const TestFacts& facts) {
  Change(before, facts, -1);
  Change(after, facts, 1);
}

void RunTally::Change(const TestResult& result, const TestFacts& facts, int step) {
  Count(result.status, step, whole_);
  Count(result.status, step, iteration_);
  if (result.status == TestStatus::kNotRun && facts.answer.first) {
    const std::pair key = {CodeOf(result), FullName(*facts.answer.first)};
    if ((not_run_[key] += step) == 0) not_run_.erase(key);
  }
  if (facts.gpu) ChangeGpuTest(result, facts, step);
}

void RunTally::ChangeGpuTest(const TestResult& result, const TestFacts& facts, int step) {
  const bool passed = result.status == TestStatus::kPassed;
  const bool failed = result.status == TestStatus::kFailed;
  if (facts.reached && facts.answer.met() && (passed || failed)) {
    whole_.gpu_ran += step;
    iteration_.gpu_ran += step;
    (passed ? gpu_passed_ : gpu_failed_) += step;
    if (!failed || !IsSuspect(result)) return;
    if (step > 0) {
      gpu_suspects_.push_back(result.start.id);
    } else {
      gpu_suspects_.pop_back();
    }
    return;
  }
  if (failed) Step(failed_before_, CodeOf(result), step);
  if (result.status == TestStatus::kSkipped) Step(skipped_, CodeOf(result), step);
}

}  // namespace kernodeck
