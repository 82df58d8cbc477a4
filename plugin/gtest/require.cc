#include "kernodeck/require.h"

#include <utility>
#include <vector>

#include "plugin/gtest/plugin.h"
#include "plugin/gtest/readiness.h"

namespace kernodeck {

Readiness ReadinessOf(Answer answer) {
  switch (answer.outcome) {
    case Answer::Outcome::kMet:
      return {};
    case Answer::Outcome::kFailed:
      return {false, testing::TestPartResult::kFatalFailure, std::move(answer.text)};
    case Answer::Outcome::kSkipped:
    case Answer::Outcome::kNotRun:
      return {false, testing::TestPartResult::kSkip, std::move(answer.text)};
  }
  return {};
}

namespace {

Readiness AskForGpu(std::initializer_list<Requirement> requirements, Asking asking) {
  return ReadinessOf(Plugin::Get().session().RequireGpu(CurrentPlace(), requirements, asking));
}

Readiness AskForCpu(Asking asking) {
  return ReadinessOf(Plugin::Get().session().RequireCpu(CurrentPlace(), asking));
}

}  // namespace

Readiness RequireGpu(std::initializer_list<Requirement> requirements) {
  return AskForGpu(requirements, Asking::kOnly);
}

Readiness RequireCpu() { return AskForCpu(Asking::kOnly); }

Readiness RequireGpuOrEnd(std::initializer_list<Requirement> requirements) {
  return AskForGpu(requirements, Asking::kToEnd);
}

Readiness RequireCpuOrEnd() { return AskForCpu(Asking::kToEnd); }

namespace {

testing::AssertionResult AsAssertion(const Readiness& readiness) {
  if (readiness) return testing::AssertionSuccess();
  return testing::AssertionFailure() << readiness.text;
}

}  // namespace

testing::AssertionResult GpuReady(std::initializer_list<Requirement> requirements) {
  return AsAssertion(RequireGpu(requirements));
}

testing::AssertionResult CpuReady() { return AsAssertion(RequireCpu()); }

}  // namespace kernodeck
