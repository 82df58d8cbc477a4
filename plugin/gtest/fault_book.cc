#include "plugin/gtest/fault_book.h"

#include "plugin/gtest/fault_text.h"

namespace kernodeck {

Answer FaultBook::Meet(const Fault& fault, const TestId& test, Policy policy) {
  Answer answer = LookUp(fault, test, policy);
  if (answer.outcome == Answer::Outcome::kFailed && !fault.key.empty()) Charge(fault.key, test);
  return answer;
}

Answer FaultBook::LookUp(const Fault& fault, const TestId& test, Policy policy) const {
  if (fault.may_skip && policy == Policy::kSkip) {
    return {Answer::Outcome::kSkipped, fault.text, fault.charge, std::nullopt};
  }
  const std::optional<TestId> first = ChargedTo(fault.key);
  if (first && !(*first == test)) {
    return {Answer::Outcome::kNotRun, NotRun(fault.charge, *first), fault.charge, first};
  }
  return {Answer::Outcome::kFailed, fault.text, fault.charge, std::nullopt};
}

std::optional<TestId> FaultBook::ChargedTo(const std::string& key) const {
  const auto found = charged_.find(key);
  if (found == charged_.end()) return std::nullopt;
  return found->second;
}

}  // namespace kernodeck
