#include "plugin/gtest/session.h"

#include <algorithm>
#include <array>
#include <utility>

#include "kernodeck/bytes.h"
#include "plugin/core/requirement_content.h"
#include "plugin/gtest/failure_mapping.h"
#include "plugin/gtest/fault_text.h"
#include "plugin/gtest/reported_gpu.h"

namespace kernodeck {
namespace {

using Lock = std::lock_guard<std::recursive_mutex>;

std::string SuiteKey(const std::string& suite) { return "suite " + suite; }

TestId IdOf(const Place& place) { return {std::string(place.suite), std::string(place.test)}; }

// What stands for that suite, else for all of them.
template <typename Value>
const Value* OfSuite(const std::map<std::string, Value>& values, const std::string& suite) {
  if (values.empty()) return nullptr;
  auto found = values.find(suite);
  if (found == values.end()) found = values.find("");
  return found == values.end() ? nullptr : &found->second;
}

// A CPU pass never satisfies what asked for a GPU, and the other way round.
bool IsPass(const Verdict& verdict, CheckTarget target) {
  return verdict.code ==
         (target == CheckTarget::kGpu ? Code::kGpuCheckPassed : Code::kCpuCheckPassed);
}

Fault UsageFault(const std::string& problem) {
  const FailureCharge charge = {Code::kCheckFailed, std::nullopt, Stage::kApplication,
                                Owner::kRequest};
  return {"usage", charge, OneBlock("CHECK_FAILED: usage error: " + problem), false, false};
}

constexpr const char* kAskBefore =
    "a requirement in a death test asks nothing; state it in front of the death test, too.";

// No driver can be asked in a process that was forked.
bool IsKnownInChild(const Requirement& requirement) {
  constexpr std::array kAskTheDriver = {RequirementKind::kFreeMemory, RequirementKind::kPeerAccess,
                                        RequirementKind::kDriverVersion,
                                        RequirementKind::kExclusiveUse};
  return std::find(kAskTheDriver.begin(), kAskTheDriver.end(), requirement.content().kind) ==
         kAskTheDriver.end();
}

}  // namespace

Session::Session(SessionParts parts)
    : parts_(std::move(parts)), devices_(*parts_.driver), locked_driver_(*parts_.driver, mutex_) {}

bool Session::Ready() const {
  return gpu_.result && IsPass(gpu_.result->verdict, CheckTarget::kGpu) && !broken_device_;
}

Answer Session::RequireGpu(const Place& place, const std::vector<Requirement>& requirements,
                           Asking asking) {
  std::unique_lock lock(mutex_);
  if (!place.test.empty()) FactsOf(place).gpu = true;
  if (Ready() && requirements.empty()) return Met(place, requirements, asking);  // the quick way
  if (parts_.in_child()) return AnswerInChild(CheckTarget::kGpu, requirements, lock);
  if (std::optional<Fault> fault = FirstFault(place, requirements, asking, lock)) {
    fault->gpu = true;
    return Settle(place, *std::move(fault), asking);
  }
  return Met(place, requirements, asking);
}

Answer Session::RequireCpu(const Place& place, Asking asking) {
  std::unique_lock lock(mutex_);
  if (parts_.in_child()) return AnswerInChild(CheckTarget::kCpu, {}, lock);
  if (!parts_.usage_problem.empty()) return Settle(place, UsageFault(parts_.usage_problem), asking);
  const Check& check = Checked(CheckTarget::kCpu, place, asking);
  if (IsPass(check.result->verdict, CheckTarget::kCpu)) return {};
  return Settle(place, check.fault, asking);
}

// A child asks nobody: it has what its parent found. It charges nobody either, since nobody hears
// of it: it fails, and so does the death test that it is of.
Answer Session::AnswerInChild(CheckTarget target, const std::vector<Requirement>& requirements,
                              HeldLock& lock) {
  const auto failed = [this](const Fault& fault) -> Answer {
    parts_.waiting.tell(fault.text);  // a death test shows what its child said there
    return {Answer::Outcome::kFailed, fault.text, fault.charge, std::nullopt};
  };
  const Check& check = target == CheckTarget::kGpu ? gpu_ : cpu_;
  if (!check.result && parts_.handed(target)) return {};
  if (!check.result) return failed(UsageFault(kAskBefore));
  if (!IsPass(check.result->verdict, target)) return failed(check.fault);
  if (target == CheckTarget::kGpu && broken_device_) return failed(*broken_device_);
  if (const auto mistake = Contradiction(requirements)) return failed(FaultOf(*mistake));
  std::vector<Requirement> known;
  std::copy_if(requirements.begin(), requirements.end(), std::back_inserter(known), IsKnownInChild);
  const std::optional<Fault> unmet = known.empty() ? std::nullopt : Unmet(known, lock);
  return unmet ? failed(*unmet) : Answer();
}

std::optional<Fault> Session::FirstFault(const Place& place,
                                         const std::vector<Requirement>& requirements,
                                         Asking asking, HeldLock& lock) {
  if (!parts_.usage_problem.empty()) return UsageFault(parts_.usage_problem);
  if (Ready()) return Unmet(requirements, lock);  // which looks for contradictions first
  if (const auto failure = Contradiction(requirements)) return FaultOf(*failure);
  if (broken_device_) return broken_device_;
  const Check& check = Checked(CheckTarget::kGpu, place, asking);
  if (!IsPass(check.result->verdict, CheckTarget::kGpu)) return check.fault;
  return Unmet(requirements, lock);
}

TestFacts& Session::FactsOf(const Place& place) {
  if (place.test == current_.id.name && place.suite == current_.id.suite) return current_;
  // A thread that comes too late must not touch what is known of the test that runs now.
  TestFacts& facts = listener_attached_ ? late_ : current_;
  facts = TestFacts();
  facts.id = IdOf(place);
  return facts;
}

const Session::Check& Session::Checked(CheckTarget target, const Place& place, Asking asking) {
  Check& check = target == CheckTarget::kGpu ? gpu_ : cpu_;
  if (check.result) return check;
  check.result = parts_.diagnosis->Ask(target, asking == Asking::kToEnd ? IdOf(place) : TestId());
  Verdict& verdict = check.result->verdict;
  if (IsPass(verdict, target)) {
    parts_.hand_on(target);
    return check;
  }
  if (Passed(verdict.code)) {
    verdict = MakeVerdict(Code::kWorkerFailed, Cause::kInvalidWorkerReport, Stage::kReport,
                          "it is about another device");
  }
  check.fault = FaultOf(verdict, target);
  if (check.result->charged_to) book_.Charge(check.fault.key, *check.result->charged_to);
  if (!check.result->said.empty()) parts_.waiting.tell(check.result->said);
  return check;
}

Fault Session::FaultOf(const Verdict& verdict, CheckTarget target) const {
  Fault fault;
  fault.key = target == CheckTarget::kGpu ? kGpuFault : kCpuFault;
  fault.charge = {verdict.code, verdict.cause, verdict.stage, verdict.owner};
  fault.may_skip = SkipCovers(verdict.code);
  fault.text = fault.may_skip && parts_.settings.policy == Policy::kSkip
                   ? SkippedDiagnosis(verdict)
                   : FailedDiagnosis(verdict, fault.may_skip ? parts_.skip_command : "");
  return fault;
}

Fault Session::FaultOf(const RequirementFailure& failure) const {
  Fault fault;
  fault.charge = failure.charge;
  fault.may_skip = !failure.contradiction;
  std::string text = MessageOf(failure);
  if (fault.may_skip && parts_.settings.policy == Policy::kSkip) {
    text += "\nskipped, as the policy asks";
  }
  fault.text = OneBlock(text);
  return fault;
}

std::optional<int> Session::AskedDevice(const std::vector<Requirement>& requirements) const {
  const std::optional<int> asked =
      requirements.empty() ? std::nullopt : RequestedIndex(requirements);
  return asked ? asked : parts_.settings.device;
}

// Others go on meanwhile: a requirement may wait for what only they can give back.
std::optional<Fault> Session::Unmet(const std::vector<Requirement>& requirements, HeldLock& lock) {
  if (requirements.empty() || !gpu_.result->report) return std::nullopt;
  const int index = AskedDevice(requirements).value_or(0);
  std::unique_ptr<Gpu>& gpu = gpus_[index];
  if (!gpu) gpu = MakeReportedGpu(*gpu_.result->report, locked_driver_, index);
  lock.unlock();
  const auto failure = FirstUnmet(requirements, *gpu, parts_.waiting);
  lock.lock();
  if (!failure) return std::nullopt;
  return FaultOf(*failure);
}

Answer Session::Settle(const Place& place, Fault fault, Asking asking) {
  if (place.test.empty()) return SettleOutsideOfTests(std::string(place.suite), fault, asking);
  const Policy policy = parts_.settings.policy;
  if (asking == Asking::kOnly) {
    Answer answer = book_.LookUp(fault, IdOf(place), policy);
    fault.text = answer.text;
    FactsOf(place).doubts.push_back(std::move(fault));
    return answer;
  }
  Answer answer = book_.Meet(fault, IdOf(place), policy);
  FactsOf(place).answer = answer;
  return answer;
}

// Nothing is charged to a suite or to an environment: the first test that is stopped fails.
Answer Session::SettleOutsideOfTests(const std::string& suite, Fault fault, Asking asking) {
  const bool skipped = fault.may_skip && parts_.settings.policy == Policy::kSkip;
  Answer answer = {Answer::Outcome::kFailed, fault.text, fault.charge, std::nullopt};
  if (skipped) answer.outcome = Answer::Outcome::kSkipped;
  if (fault.key.empty()) fault.key = SuiteKey(suite);
  if (asking == Asking::kOnly) {
    doubts_.insert_or_assign(suite, std::move(fault));
    return answer;
  }
  if (!skipped && !suite.empty() && listener_attached_) {
    answer.outcome = Answer::Outcome::kSkipped;
    answer.text = FirstLine(fault.text) + "\nnone of these tests can run; the first says more";
  }
  ready_suites_.erase(suite);
  blocks_.insert_or_assign(suite, Block{std::move(fault), false});
  return answer;
}

// A question outside of all tests, as from main, makes no GPU tests of them.
Answer Session::Met(const Place& place, const std::vector<Requirement>& requirements,
                    Asking asking) {
  const std::optional<int> device = AskedDevice(requirements);
  if (place.test.empty()) {
    const bool kept = !place.suite.empty() || asking == Asking::kToEnd;
    if (kept) ready_suites_.insert_or_assign(std::string(place.suite), device);
    std::optional<Fault> fault = MakeCurrent(device);
    return fault ? Settle(place, *std::move(fault), asking) : Answer();
  }
  std::optional<Fault> fault = Reach(FactsOf(place), device);
  return fault ? Settle(place, *std::move(fault), asking) : Answer();
}

void Session::BlockSuite(const std::string& suite, Fault fault, bool skip) {
  const Lock lock(mutex_);
  const auto doubt = doubts_.find(suite);
  const bool known =
      doubt != doubts_.end() && !skip && fault.text.find(doubt->second.text) != std::string::npos;
  if (known) {
    blocks_.try_emplace(suite, Block{doubt->second, false});
    return;
  }
  fault.key = SuiteKey(suite);
  blocks_.try_emplace(suite, Block{std::move(fault), skip});
}

void Session::StartIteration() {
  const Lock lock(mutex_);
  blocks_.clear();
  doubts_.clear();
  book_.Forget(SuiteKey(""));
  devices_.TakeContextsAsKnown();
}

void Session::StartSuite(const std::string& suite) {
  const Lock lock(mutex_);
  blocks_.erase(suite);
  doubts_.erase(suite);
  ready_suites_.erase(suite);
  devices_.TakeContextsAsKnown();  // of an environment, or of a listener
  book_.Forget(SuiteKey(suite));
}

Answer Session::StartTest(const TestId& test) {
  const Lock lock(mutex_);
  current_ = TestFacts();
  current_.id = test;
  const Policy policy = parts_.settings.policy;
  if (const auto* const block = OfSuite(blocks_, test.suite)) {
    const auto& [fault, skip] = *block;
    current_.gpu = fault.gpu;
    current_.answer =
        skip ? Answer{Answer::Outcome::kSkipped, fault.text, std::nullopt, std::nullopt}
             : book_.Meet(fault, test, policy);
  } else if (const std::optional<int>* const device = OfSuite(ready_suites_, test.suite)) {
    current_.gpu = true;
    const std::optional<Fault> fault = broken_device_ ? broken_device_ : Reach(current_, *device);
    if (fault) current_.answer = book_.Meet(*fault, test, policy);
  }
  return current_.answer;
}

TestFacts Session::EndTest(const Recorded& recorded) {
  const Lock lock(mutex_);
  if (recorded && current_.answer.met()) ChargeRecordedDoubt(recorded);
  return std::exchange(current_, TestFacts());
}

void Session::ChargeRecordedDoubt(const Recorded& recorded) {
  for (const Fault& doubt : current_.doubts) {
    const std::optional<bool> failed = recorded(doubt.text);
    if (!failed) continue;
    if (*failed && !doubt.key.empty()) book_.Charge(doubt.key, current_.id);
    current_.answer = {*failed ? Answer::Outcome::kFailed : Answer::Outcome::kSkipped, doubt.text,
                       doubt.charge, std::nullopt};
    if (*failed) return;
  }
}

bool Session::SuiteReady(const std::string& suite) const {
  const Lock lock(mutex_);
  return !blocks_.contains(suite);
}

void Session::ListenerAttached() {
  const Lock lock(mutex_);
  listener_attached_ = true;
}

std::optional<Verdict> Session::Readiness() const {
  const Lock lock(mutex_);
  for (const Check* const check : {&gpu_, &cpu_}) {
    if (check->result) return check->result->verdict;
  }
  return std::nullopt;
}

std::optional<Verdict> Session::FailedReadiness() const {
  const Lock lock(mutex_);
  for (const Check* const check : {&gpu_, &cpu_}) {
    if (!check->result || Passed(check->result->verdict.code)) continue;
    const bool skipped = check->fault.may_skip && parts_.settings.policy == Policy::kSkip;
    if (!skipped) return check->result->verdict;
  }
  return std::nullopt;
}

std::optional<Verdict> Session::CheckAgain() {
  const Lock lock(mutex_);
  const std::optional<DiagnosisResult> result = parts_.diagnosis->AskAgain();
  if (!result) return std::nullopt;
  return result->verdict;
}

}  // namespace kernodeck
