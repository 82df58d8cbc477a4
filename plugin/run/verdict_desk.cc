#include "plugin/run/verdict_desk.h"

#include <algorithm>
#include <utility>

namespace kernodeck {

void VerdictDesk::Ask(Asker asker, pid_t process, const TestId& test) {
  const bool at_hand = last_ && !under_way_ && (!stale_ || !Passed(last_->code));
  if (at_hand) return Hand({asker, test});
  waiting_.push_back({asker, test});
  if (!under_way_) Start(process);
}

void VerdictDesk::CheckAgain() {
  if (!under_way_) Start(std::nullopt);
}

void VerdictDesk::Start(std::optional<pid_t> caller) {
  under_way_ = true;
  stale_ = false;
  hooks_.start(caller);
}

void VerdictDesk::Forget(Asker asker) {
  const auto gone = std::remove_if(waiting_.begin(), waiting_.end(),
                                   [asker](const Waiting& each) { return each.asker == asker; });
  waiting_.erase(gone, waiting_.end());
}

void VerdictDesk::OnDiagnosis(const std::string& report, const Verdict& verdict) {
  under_way_ = false;
  report_ = report;
  last_ = verdict;
  if (!readiness_) readiness_ = verdict;
  for (const Waiting& each : std::exchange(waiting_, {})) Hand(each);
}

void VerdictDesk::Hand(const Waiting& to) {
  HandedVerdict handed;
  handed.report = report_;
  if (!Passed(last_->code)) {
    // What broke after a suspect test is that test's fault.
    if (!charged_to_) charged_to_ = suspect_;
    handed.charged_to = charged_to_;
    // Without a name, nobody fails with it yet.
    if (!charged_to_ && !(to.test == TestId())) charged_to_ = to.test;
  }
  hooks_.hand(to.asker, handed);
}

void VerdictDesk::Failed(const TestId& test) {
  if (last_ && !Passed(last_->code) && !charged_to_) charged_to_ = test;
}

void VerdictDesk::Suspect(const TestId& test) {
  suspect_ = test;
  stale_ = true;
}

std::optional<Verdict> VerdictDesk::AfterCheck() const {
  if (!suspect_ || stale_ || under_way_) return std::nullopt;
  return last_;
}

bool VerdictDesk::NeedsAfterCheck() const {
  return suspect_ && stale_ && last_ && Passed(last_->code);
}

}  // namespace kernodeck
