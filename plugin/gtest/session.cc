#include "plugin/gtest/session.h"

#include <utility>

#include "kernodeck/bytes.h"
#include "plugin/gtest/failure_mapping.h"
#include "plugin/gtest/fault_text.h"
#include "plugin/gtest/reported_gpu.h"

namespace kernodeck {
namespace {

using Lock = std::lock_guard<std::recursive_mutex>;

std::string SuiteKey(const std::string& suite) { return "suite " + suite; }

TestId IdOf(const Place& place) { return {std::string(place.suite), std::string(place.test)}; }

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

}  // namespace

Session::Session(SessionParts parts) : parts_(std::move(parts)), devices_(*parts_.driver) {}

bool Session::Ready() const {
  return gpu_.result && IsPass(gpu_.result->verdict, CheckTarget::kGpu) && !broken_device_;
}

Answer Session::RequireGpu(const Place& place, const std::vector<Requirement>& requirements) {
  const Lock lock(mutex_);
  if (!place.test.empty()) FactsOf(place).gpu = true;
  if (Ready() && requirements.empty()) return Met(place, requirements);  // the quick way
  if (parts_.in_child()) return {};
  if (std::optional<Fault> fault = FirstFault(place, requirements)) {
    fault->gpu = true;
    return Settle(place, *std::move(fault));
  }
  return Met(place, requirements);
}

Answer Session::RequireCpu(const Place& place) {
  const Lock lock(mutex_);
  if (parts_.in_child()) return {};
  if (!parts_.usage_problem.empty()) return Settle(place, UsageFault(parts_.usage_problem));
  const Check& check = Checked(CheckTarget::kCpu, place);
  if (IsPass(check.result->verdict, CheckTarget::kCpu)) return {};
  return Settle(place, check.fault);
}

std::optional<Fault> Session::FirstFault(const Place& place,
                                         const std::vector<Requirement>& requirements) {
  if (!parts_.usage_problem.empty()) return UsageFault(parts_.usage_problem);
  if (Ready()) return Unmet(requirements);  // which looks for contradictions first
  if (const auto failure = Contradiction(requirements)) return FaultOf(*failure);
  if (broken_device_) return broken_device_;
  const Check& check = Checked(CheckTarget::kGpu, place);
  if (!IsPass(check.result->verdict, CheckTarget::kGpu)) return check.fault;
  return Unmet(requirements);
}

TestFacts& Session::FactsOf(const Place& place) {
  if (place.test != current_.id.name || place.suite != current_.id.suite) {
    current_ = TestFacts();
    current_.id = IdOf(place);
  }
  return current_;
}

const Session::Check& Session::Checked(CheckTarget target, const Place& place) {
  Check& check = target == CheckTarget::kGpu ? gpu_ : cpu_;
  if (check.result) return check;
  check.result = parts_.diagnosis->Ask(target, IdOf(place));
  Verdict& verdict = check.result->verdict;
  if (IsPass(verdict, target)) return check;
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
  fault.may_skip = true;
  fault.text = parts_.settings.policy == Policy::kSkip
                   ? SkippedDiagnosis(verdict)
                   : FailedDiagnosis(verdict, parts_.skip_command);
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

int Session::DeviceIndexOf(const std::vector<Requirement>& requirements) const {
  const std::optional<int> asked =
      requirements.empty() ? std::nullopt : RequestedIndex(requirements);
  return asked.value_or(parts_.settings.device.value_or(0));
}

std::optional<Fault> Session::Unmet(const std::vector<Requirement>& requirements) {
  if (requirements.empty() || !gpu_.result->report) return std::nullopt;
  const int index = DeviceIndexOf(requirements);
  std::unique_ptr<Gpu>& gpu = gpus_[index];
  if (!gpu) gpu = MakeReportedGpu(*gpu_.result->report, *parts_.driver, index);
  const auto failure = FirstUnmet(requirements, *gpu, parts_.waiting);
  if (!failure) return std::nullopt;
  return FaultOf(*failure);
}

Answer Session::Settle(const Place& place, Fault fault) {
  const Policy policy = parts_.settings.policy;
  if (!place.test.empty()) {
    Answer answer = book_.Meet(fault, IdOf(place), policy);
    FactsOf(place).answer = answer;
    return answer;
  }
  // Nothing is charged to a suite or to an environment: the first test that is stopped fails.
  const std::string suite(place.suite);
  const bool skipped = fault.may_skip && policy == Policy::kSkip;
  Answer answer = {Answer::Outcome::kFailed, fault.text, fault.charge, std::nullopt};
  if (skipped || (!suite.empty() && listener_attached_)) {
    answer.outcome = Answer::Outcome::kSkipped;
  }
  if (!skipped && answer.outcome == Answer::Outcome::kSkipped) {
    answer.text = FirstLine(fault.text) + "\nnone of these tests can run; the first says more";
  }
  if (fault.key.empty()) fault.key = SuiteKey(suite);
  blocks_.insert_or_assign(suite, Block{std::move(fault), false});
  return answer;
}

Answer Session::Met(const Place& place, const std::vector<Requirement>& requirements) {
  if (place.test.empty()) return {};
  TestFacts& facts = FactsOf(place);
  if (!facts.reached && parts_.settings.memory_check_bytes && parts_.driver->Load()) {
    devices_.BeginMemoryCheck(DeviceIndexOf(requirements), memory_reader_);
  }
  facts.reached = true;
  return {};
}

Answer Session::UseDevice(const Place& place, const std::vector<Requirement>& requirements,
                          int& device) {
  const Lock lock(mutex_);
  device = DeviceIndexOf(requirements);
  // A driver that cannot be loaded here is for the test's own use of it to report.
  if (parts_.in_child() || !parts_.driver->Load()) return {};
  const int number = parts_.driver->SetDevice(device);
  if (number == 0) return {};
  FailureEvidence evidence;
  evidence.gpu_test = true;
  evidence.device_error = number;
  Fault fault;
  fault.charge = ChargeOf(evidence);
  fault.text = DeviceError(fault.charge, number, device, "when it was made the current one");
  fault.gpu = true;
  return Settle(place, std::move(fault));
}

void Session::BlockSuite(const std::string& suite, Fault fault, bool skip) {
  const Lock lock(mutex_);
  fault.key = SuiteKey(suite);
  blocks_.try_emplace(suite, Block{std::move(fault), skip});
}

void Session::StartIteration() {
  const Lock lock(mutex_);
  blocks_.clear();
  book_.Forget(SuiteKey(""));
  devices_.TakeContextsAsKnown();
}

void Session::StartSuite(const std::string& suite) {
  const Lock lock(mutex_);
  blocks_.erase(suite);
  book_.Forget(SuiteKey(suite));
}

Answer Session::StartTest(const TestId& test) {
  const Lock lock(mutex_);
  current_ = TestFacts();
  current_.id = test;
  if (blocks_.empty()) return {};
  auto found = blocks_.find(test.suite);
  if (found == blocks_.end()) found = blocks_.find("");
  if (found == blocks_.end()) return {};
  const auto& [fault, skip] = found->second;
  current_.gpu = fault.gpu;
  current_.answer = skip ? Answer{Answer::Outcome::kSkipped, fault.text, std::nullopt, std::nullopt}
                         : book_.Meet(fault, test, parts_.settings.policy);
  return current_.answer;
}

TestFacts Session::EndTest() {
  const Lock lock(mutex_);
  return std::exchange(current_, TestFacts());
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
  if (parts_.settings.policy == Policy::kSkip) return std::nullopt;
  for (const Check* const check : {&gpu_, &cpu_}) {
    if (check->result && !Passed(check->result->verdict.code)) return check->result->verdict;
  }
  return std::nullopt;
}

std::optional<Verdict> Session::CheckAgain() {
  const Lock lock(mutex_);
  const std::optional<DiagnosisResult> result = parts_.diagnosis->AskAgain();
  if (!result) return std::nullopt;
  return result->verdict;
}

std::optional<std::uint64_t> Session::FreeDeviceMemory() {
  const Lock lock(mutex_);
  if (parts_.in_child() || !parts_.driver->Loaded()) return std::nullopt;
  const auto memory = parts_.driver->Memory(parts_.settings.device.value_or(0));
  if (!memory) return std::nullopt;
  return memory->free.count();
}

void Session::SetMemoryReader(MemoryReader reader) {
  const Lock lock(mutex_);
  memory_reader_ = std::move(reader);
}

}  // namespace kernodeck
