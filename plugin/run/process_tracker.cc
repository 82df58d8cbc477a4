#include "plugin/run/process_tracker.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

#include "plugin/core/to_number.h"
#include "plugin/run/result_text.h"

namespace kernodeck {
namespace {

constexpr std::size_t kMaxSaid = std::size_t{1} << 18U;

// The time at the end of `S.N (12 ms)`; zero where there is none.
std::chrono::milliseconds PrintedTime(std::string_view rest) {
  constexpr std::string_view kUnit = " ms)";
  const std::size_t open = rest.rfind('(');
  if (open == std::string_view::npos || rest.size() < open + 1 + kUnit.size()) return {};
  const std::string_view number = rest.substr(open + 1, rest.size() - open - 1 - kUnit.size());
  return std::chrono::milliseconds(ToNumber<int>(number).value_or(0));
}

bool EndsWithTime(std::string_view rest) {
  constexpr std::string_view kUnit = " ms)";
  return rest.size() > kUnit.size() && rest.substr(rest.size() - kUnit.size()) == kUnit;
}

}  // namespace

ProcessTracker::ProcessTracker(const std::vector<ListedTest>& tests, std::vector<TestIndex> plan,
                               int repeat, int iterations, std::filesystem::path folder,
                               Hooks hooks)
    : tests_(tests),
      plan_(std::move(plan)),
      done_(plan_.size()),
      folder_(std::move(folder)),
      hooks_(std::move(hooks)),
      iterations_left_(iterations - 1),
      said_(kMaxSaid) {
  state_.repeat = repeat;
  for (std::size_t place = 0; place < plan_.size(); ++place) {
    places_.emplace(FullName(tests_[plan_[place]].id), place);
  }
}

void ProcessTracker::TakeOutput(std::string_view bytes) {
  output_.Feed(bytes, [this](std::string_view line) { TakeLine(line); });
}

void ProcessTracker::TakeErrors(std::string_view bytes) {
  errors_.Feed(bytes, [this](std::string_view line) { Say(line); });
}

bool ProcessTracker::TakeEvent(const Event& event) {
  std::optional<TestMessage> message;
  if (!reader_.Take(event, message)) {
    state_.bad_channel = true;
    return false;
  }
  if (message) TakeMessage(*message);
  return true;
}

void ProcessTracker::Say(std::string_view text) {
  said_.Append(WithoutColors(text));
  said_.Append("\n");
}

void ProcessTracker::TakeLine(std::string_view line) {
  const std::string plain = WithoutColors(line);
  const Marker marker = ParseMarker(plain);
  if (marker.kind == MarkerKind::kSuiteBegin || marker.kind == MarkerKind::kSuiteEnd) {
    if (state_.running) return Say(plain);
    return TakeSuiteMarker(marker);
  }
  if (marker.kind != MarkerKind::kNone && !plugin_) return TakePlainMarker(marker, plain);
  if (marker.kind != MarkerKind::kNone && marker.at == 0) return;  // GoogleTest's, by the messages
  if (plain.compare(0, 13, "[==========] ") == 0 && plain.find(" ran.") != std::string::npos) {
    state_.ended_in_order = true;
  }
  Say(plain);
}

void ProcessTracker::TakeSuiteMarker(const Marker& marker) {
  const bool begins = marker.kind == MarkerKind::kSuiteBegin;
  state_.suite = begins ? marker.name : "";
  said_ = BoundedOutput(kMaxSaid);
  state_.suite_tested = false;
}

void ProcessTracker::TakePlainMarker(const Marker& marker, std::string_view line) {
  if (marker.kind == MarkerKind::kRun) {
    const auto place = state_.running ? std::nullopt : PlaceOf(std::string(marker.name));
    if (!place) return Say(line);
    return Begin(*place, StartOf(plan_[*place]));
  }
  if (!state_.running) {
    // The mark of its beginning may have been torn by what another thread wrote. The list at the
    // end of the output has no times.
    if (!EndsWithTime(marker.name) || state_.ended_in_order) return;
    const std::string_view rest = marker.name.substr(0, marker.name.rfind(" ("));
    const auto place = PlaceOf(std::string(rest.substr(0, rest.find(", where "))));
    if (!place) return;
    Begin(*place, StartOf(plan_[*place]));
  }
  const TestIndex index = state_.running->index;
  if (!NamesTest(marker.name, FullName(tests_[index].id))) return Say(line);
  if (marker.at > 0) Say(line.substr(0, marker.at));
  EndPlain(marker.kind, marker.name);
}

std::optional<std::size_t> ProcessTracker::PlaceOf(const std::string& name) {
  const auto found = places_.find(name);
  if (found == places_.end()) return std::nullopt;
  if (done_count_ == plan_.size() && iterations_left_ != 0) {
    --iterations_left_;
    done_.assign(plan_.size(), false);
    done_count_ = 0;
    ++state_.repeat;
    state_.ended_in_order = false;
  }
  if (done_[found->second]) return std::nullopt;
  return found->second;
}

TestStart ProcessTracker::StartOf(TestIndex index) const {
  const ListedTest& test = tests_[index];
  TestStart start;
  start.id = test.id;
  start.file = ReportedFile(test.file, folder_);
  start.line = test.line;
  start.at = std::chrono::system_clock::now();
  return start;
}

void ProcessTracker::Begin(std::size_t place, TestStart start) {
  start.repeat = state_.repeat;
  running_place_ = place;
  state_.running = RunningTest{plan_[place], std::move(start), Clock::now(), false};
  said_ = BoundedOutput(kMaxSaid);
  hooks_.on_start(state_.running->start);
}

void ProcessTracker::End(TestResult result) {
  state_.running.reset();
  said_ = BoundedOutput(kMaxSaid);
  done_[running_place_] = true;
  any_ended_ = true;
  ++done_count_;
  state_.any_result = true;
  state_.suite_tested = true;
  const bool for_a_fault = result.status == TestStatus::kNotRun && result.charge.has_value();
  if (result.status == TestStatus::kFailed || for_a_fault) state_.any_red = true;
  hooks_.on_result(result);
}

void ProcessTracker::EndPlain(MarkerKind kind, std::string_view rest) {
  const RunningTest& running = *state_.running;
  TestResult result;
  result.start = running.start;
  result.seconds =
      std::max<std::chrono::duration<double>>(Clock::now() - running.began, PrintedTime(rest));
  result.properties = tests_[running.index].properties;
  if (kind != MarkerKind::kPassed) {
    const std::string said = WithReportedPaths(said_.Text(), folder_);
    const std::string finding = FirstFinding(said);
    if (kind == MarkerKind::kSkipped) {
      result.status = TestStatus::kSkipped;
      result.message = finding.empty() ? "skipped, without a reason" : finding;
    } else {
      result.status = TestStatus::kFailed;
      result.charge = FailureCharge{};
      result.message = CodeMessage(Code::kCheckFailed,
                                   finding.empty() ? "the test failed and said no more" : finding);
    }
    result.text = FailureText(result.message, said);
  }
  End(std::move(result));
}

void ProcessTracker::TakeMessage(const TestMessage& message) {
  if (std::holds_alternative<Hello>(message)) plugin_ = true;
  if (std::holds_alternative<Leaving>(message)) state_.leaving = true;
  if (const auto* start = std::get_if<TestStart>(&message)) {
    const auto place = PlaceOf(FullName(start->id));
    if (place && !state_.running) Begin(*place, *start);
  }
  if (const auto* result = std::get_if<TestResult>(&message)) {
    TestResult whole = *result;
    whole.start.repeat = state_.repeat;
    if (state_.running && state_.running->start.id == result->start.id) {
      End(std::move(whole));
    } else if (!state_.running && any_ended_ &&
               tests_[plan_[running_place_]].id == result->start.id) {
      // Something failed behind its end.
      state_.any_red = state_.any_red || whole.status == TestStatus::kFailed;
      hooks_.on_result(whole);
    }
  }
  if (const auto* want = std::get_if<WantVerdict>(&message)) {
    state_.asked_verdict = true;
    if (state_.running) state_.running->gpu = true;
    hooks_.on_want_verdict(want->test);
  }
}

ProcessState ProcessTracker::Finish() {
  output_.Finish([this](std::string_view line) { TakeLine(line); });
  errors_.Finish([this](std::string_view line) { Say(line); });
  for (std::size_t place = 0; place < plan_.size(); ++place) {
    if (!done_[place]) state_.left.push_back(plan_[place]);
  }
  state_.said = WithReportedPaths(said_.Text(), folder_);
  return state_;
}

}  // namespace kernodeck
