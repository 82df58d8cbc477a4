#include "plugin/run/outcome_tally.h"

#include <algorithm>
#include <utility>

namespace kernodeck {

void OutcomeTally::Add(const TestResult& result, bool ends_process) {
  switch (result.status) {
    case TestStatus::kPassed:
      ++summary_.passed;
      break;
    case TestStatus::kFailed:
      ++summary_.failed;
      break;
    case TestStatus::kSkipped:
      ++summary_.skipped;
      break;
    case TestStatus::kNotRun:
      ++summary_.not_run;
      break;
  }
  const bool failed = result.status == TestStatus::kFailed;
  const bool before_body = result.charge && result.charge->stage != Stage::kApplication;
  if (result.gpu && !before_body && (failed || result.status == TestStatus::kPassed)) {
    ++summary_.gpu_ran;
  }
  if (!failed) return;
  if (before_body) ahead_of_tests_.push_back(*result.charge);
  if (!ends_process) ++ordinary_;
  if (ends_process && !first_process_code_) first_process_code_ = result.charge->code;
  if (shown_.size() == kMaxShown) return;
  TestResult& kept = shown_.emplace_back(result);
  kept.text.clear();
  kept.properties.clear();
}

void OutcomeTally::AddProblem(std::string sentence, std::optional<Code> code) {
  summary_.problems.push_back(std::move(sentence));
  if (!first_problem_status_) {
    first_problem_status_ = code ? Info(*code).exit_status : kExitTestFailure;
  }
}

int OutcomeTally::ExitStatus(const std::optional<Verdict>& readiness) const {
  const auto is_readiness = [&readiness](const FailureCharge& charge) {
    return charge.code == readiness->code && charge.stage == readiness->stage;
  };
  if (readiness && !Passed(readiness->code) &&
      std::any_of(ahead_of_tests_.begin(), ahead_of_tests_.end(), is_readiness)) {
    return kernodeck::ExitStatus(*readiness);
  }
  if (ordinary_ > 0) return kExitTestFailure;
  if (first_process_code_) return Info(*first_process_code_).exit_status;
  return first_problem_status_.value_or(0);
}

}  // namespace kernodeck
