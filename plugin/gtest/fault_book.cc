#include "plugin/gtest/fault_book.h"

#include "plugin/gtest/fault_text.h"

namespace kernodeck {

Answer FaultBook::Meet(const Fault& fault, const TestId& test, Policy policy) {
  if (fault.may_skip && policy == Policy::kSkip) {
    return {Answer::Outcome::kSkipped, fault.text, fault.charge, std::nullopt};
  }
  if (!fault.key.empty()) {
    const TestId& first = charged_.try_emplace(fault.key, test).first->second;
    if (!(first == test)) {
      return {Answer::Outcome::kNotRun, NotRun(fault.charge, first), fault.charge, first};
    }
  }
  return {Answer::Outcome::kFailed, fault.text, fault.charge, std::nullopt};
}

std::optional<TestId> FaultBook::ChargedTo(const std::string& key) const {
  const auto found = charged_.find(key);
  if (found == charged_.end()) return std::nullopt;
  return found->second;
}

}  // namespace kernodeck
