#include "plugin/gtest/test_run.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "plugin/gtest/failure_mapping.h"
#include "plugin/gtest/fault_text.h"
#include "plugin/report/plain_text.h"

namespace kernodeck {
namespace {

using Clock = std::chrono::steady_clock;

std::string SetUpOf(const std::string& suite) {
  return suite.empty() ? "an environment's SetUp" : "SetUpTestSuite of " + suite;
}

constexpr std::size_t kAllParts = std::numeric_limits<std::size_t>::max();

// Whether a failure (true) or only a skip (false) of the test has `text` in it.
std::optional<bool> Says(const TestRecord& record, const std::string& text) {
  std::optional<bool> said;
  for (const RecordedPart& part : record.parts) {
    if (part.message.find(text) != std::string::npos) said = said.value_or(false) || part.failed;
  }
  return said;
}

}  // namespace

void TestRun::StartRun(bool whole) {
  started_ = true;
  whole_ = whole;
  run_began_ = Clock::now();
  if (channel_ != nullptr) {
    channel_->Send(Hello());
    return;  // `run` counts over all its processes
  }
  const Settings& settings = session_->settings();
  const int promised = settings.expect_gpus && whole ? 1 : 0;
  wanted_gpu_tests_ = std::max(settings.min_gpu_tests, promised);
}

void TestRun::StartIteration(int repeat) {
  repeat_ = repeat;
  iteration_began_ = Clock::now();
  tests_started_ = 0;
  SortOutsideParts();
  suite_.clear();
  tests_began_ = false;
  trouble_.reset();
  session_->StartIteration();
  tally_.StartIteration();
  reports_->StartIteration(repeat);
}

void TestRun::StartSuite(const std::string& suite) {
  SortOutsideParts();
  ApplySetUpTrouble();
  session_->StartSuite(suite);
  suite_ = suite;
  tests_began_ = false;
}

// A set-up that failed or skipped stops its tests, on every version of GoogleTest, and the first of
// them says why.
void TestRun::ApplySetUpTrouble() {
  const std::optional<SetUpTrouble> trouble = std::exchange(trouble_, std::nullopt);
  const std::string& suite = suite_;
  if (!trouble || !trouble->stops) return;
  Fault fault;
  if (trouble->part.failed) {
    FailureEvidence evidence;
    evidence.exception = trouble->exception;
    fault.charge = ChargeOf(evidence);
    fault.text = OneBlock(std::string(Info(fault.charge.code).name) + ": " + SetUpOf(suite) +
                          " failed: " + std::string(Said(trouble->part.message)));
  } else {
    fault.text = OneBlock(SetUpOf(suite) + " skipped: " + trouble->part.message);
  }
  session_->BlockSuite(suite, std::move(fault), !trouble->part.failed);
}

Answer TestRun::StartTest(TestStart start, std::size_t early) {
  SortOutsideParts(early);
  ApplySetUpTrouble();
  ++tests_started_;
  tests_began_ = true;
  Answer answer = session_->StartTest(start.id);
  if (channel_ != nullptr) channel_->Send(start);
  reports_->Started(start);
  test_began_ = Clock::now();
  record_.emplace().start = std::move(start);
  return answer;
}

void TestRun::AddPart(RecordedPart part, bool fatal, std::optional<CaughtException> exception) {
  const std::lock_guard lock(mutex_);
  heard_.push_back({std::move(part), fatal, std::move(exception)});
}

// What was heard since the last test's end, but for the last `early` parts, is no test's.
void TestRun::SortOutsideParts(std::size_t early) {
  std::vector<Heard> heard;
  {
    const std::lock_guard lock(mutex_);
    const std::size_t of_last = told_ ? told_->record.parts.size() : 0;
    const std::size_t begin = std::min(of_last, heard_.size());
    const std::size_t end = std::max(begin, heard_.size() - std::min(early, heard_.size()));
    const auto at = [this](std::size_t place) {
      return std::make_move_iterator(heard_.begin() + static_cast<std::ptrdiff_t>(place));
    };
    heard.assign(at(begin), at(end));
    heard_ = std::vector<Heard>(at(end), at(heard_.size()));
  }
  told_.reset();
  for (const Heard& each : heard) AddOutsidePart(each);
}

void TestRun::AddOutsidePart(const Heard& heard) {
  const auto& [part, fatal, exception] = heard;
  if (tests_began_ && part.failed) {
    tally_.AddProblem(
        (suite_.empty() ? "an environment's TearDown" : "TearDownTestSuite of " + suite_) +
        " failed: " + OneLine(OneBlock(Said(part.message))));
    return;
  }
  if (tests_began_) return;
  // GoogleTest goes on behind an environment that failed without a fatal failure.
  const bool stops = !part.failed || fatal || !suite_.empty();
  if (!stops)
    tally_.AddProblem(SetUpOf(suite_) + " failed: " + OneLine(OneBlock(Said(part.message))));
  const bool worse =
      !trouble_ || (part.failed && !trouble_->part.failed) || (stops && !trouble_->stops);
  if (worse) trouble_ = SetUpTrouble{part, stops, exception};
}

void TestRun::TakeParts(TestRecord& record, std::size_t count) {
  const std::lock_guard lock(mutex_);
  record.parts.clear();
  for (const Heard& heard : heard_) {
    if (record.parts.size() == count) break;
    record.parts.push_back(heard.part);
    if (heard.exception && !record.exception) record.exception = heard.exception;
  }
}

bool TestRun::EndTest(bool failed, bool skipped,
                      std::vector<std::pair<std::string, std::string>> properties) {
  if (!record_) return false;
  Told& told = told_.emplace();
  TestRecord& record = told.record;
  record = *std::exchange(record_, std::nullopt);
  TakeParts(record, kAllParts);
  record.seconds = Clock::now() - test_began_;
  record.failed = failed;
  record.skipped = skipped;
  record.properties = std::move(properties);
  if (record.exception) record.free_bytes = session_->FreeDeviceMemory();
  told.facts = session_->EndTest([&record](const std::string& text) { return Says(record, text); });
  told.result = ResultOf(record, told.facts);
  Tell(told.result, told.facts);
  if (!told.facts.sticky || channel_ == nullptr) return false;
  channel_->Send(Leaving());
  return true;
}

void TestRun::CloseTest(std::size_t parts, bool failed, bool skipped) {
  if (!told_ || parts <= told_->record.parts.size()) return;
  TestRecord& record = told_->record;
  TakeParts(record, parts);
  record.failed = failed;
  record.skipped = skipped;
  const TestResult result = ResultOf(record, told_->facts);
  tally_.Amend(told_->result, result, told_->facts);
  reports_->Finished(result);
  if (channel_ != nullptr) channel_->Send(result);
}

void TestRun::Tell(const TestResult& result, const TestFacts& facts) {
  tally_.Add(result, facts);
  reports_->Finished(result);
  if (channel_ != nullptr) channel_->Send(result);
}

void TestRun::EndSuite() {
  SortOutsideParts();
  suite_.clear();
  tests_began_ = true;
}

void TestRun::EndIteration(bool failed, const std::vector<TestStart>& untouched) {
  failed_ = failed_ || failed;
  SortOutsideParts();
  std::string reason;
  if (trouble_) reason = ": " + OneLine(OneBlock(Said(trouble_->part.message)));
  bool asked_for = true;
  for (const TestStart& start : untouched) {
    TestRecord record;
    record.start = start;
    record.skipped = true;
    const Answer answer = session_->StartTest(start.id);
    asked_for = asked_for && answer.outcome == Answer::Outcome::kSkipped;
    const std::string text =
        answer.met() ? "not run: an environment's SetUp ended the run" + reason : answer.text;
    record.parts.push_back({false, start.file, start.line, text});
    const TestFacts facts = session_->EndTest();
    TestResult result = ResultOf(std::move(record), facts);
    if (answer.met()) result.status = TestStatus::kNotRun;
    if (channel_ != nullptr) channel_->Send(start);
    Tell(result, facts);
  }
  if (!untouched.empty() && !asked_for) {
    tally_.AddProblem(std::to_string(untouched.size()) +
                      (untouched.size() == 1 ? " test was" : " tests were") +
                      " selected and none ran: an environment's SetUp ended the run" + reason);
  }
  reports_->EndIteration(SummaryOf(tally_.iteration()));
}

void TestRun::EndRun() {
  ended_ = true;
  SortOutsideParts();
  const Settings& settings = session_->settings();
  if (settings.after_check && !tally_.gpu_suspects().empty() && !session_->FailedReadiness()) {
    after_check_ = session_->CheckAgain();
  }
  reports_->End(SummaryOf(tally_.whole()));
  if (channel_ == nullptr) return;
  for (const std::string& problem : tally_.problems()) channel_->Send(RunProblem{problem});
  channel_->Send(RunEnd{ExitStatusOf(tally_, Ending())});
}

RunEnding TestRun::Ending() const {
  RunEnding ending;
  ending.policy = session_->settings().policy;
  ending.tests_failed = failed_;
  ending.failed_readiness = session_->FailedReadiness();
  ending.readiness = session_->Readiness();
  ending.after_check = after_check_;
  ending.wanted_gpu_tests = wanted_gpu_tests_;
  ending.whole = whole_ && channel_ == nullptr;
  ending.report_problem = reports_->problem();
  return ending;
}

std::vector<std::string> TestRun::Problems() const {
  return ProblemsOf(tally_, tally_.iteration(), Ending());
}

std::string TestRun::Running() const { return record_ ? FullName(record_->start.id) : ""; }

TestRunSummary TestRun::SummaryOf(const RunTally::Counts& counts) const {
  TestRunSummary summary;
  summary.passed = counts.passed;
  summary.failed = counts.failed;
  summary.skipped = counts.skipped;
  summary.not_run = counts.not_run;
  summary.gpu_ran = counts.gpu_ran;
  const RunEnding ending = Ending();
  summary.exit_status = ExitStatusOf(tally_, ending);
  summary.readiness = ending.readiness;
  summary.after_check = after_check_;
  summary.problems = ProblemsOf(tally_, counts, ending);
  summary.total = Clock::now() - (&counts == &tally_.whole() ? run_began_ : iteration_began_);
  return summary;
}

}  // namespace kernodeck
