#include "plugin/run/process_tracker.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

#include "plugin/core/to_number.h"
#include "plugin/run/plain_result.h"
#include "plugin/run/result_text.h"
#include "plugin/run/written_results.h"

namespace kernodeck {
namespace {

constexpr std::size_t kMaxSaid = std::size_t{1} << 18U;

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
      said_(kMaxSaid),
      red_(plan_.size()) {
  state_.repeat = repeat;
  for (std::size_t place = 0; place < plan_.size(); ++place) {
    places_.emplace(FullName(tests_[plan_[place]].id), place);
  }
}

void ProcessTracker::TakeOutput(std::string_view bytes) {
  errors_.MarksCame();
  output_.Feed(bytes, [this](std::string_view line) { TakeLine(line); });
}

bool ProcessTracker::TakeEvent(const Event& event) {
  errors_.MarksCame();
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

// `before` belongs before what was said since.
void ProcessTracker::SayAgain(const std::string& before) {
  const std::string since = said_.Text();
  said_ = BoundedOutput(kMaxSaid);
  said_.Append(before);
  said_.Append(since);
}

std::string ProcessTracker::Reported(const std::string& said) const {
  return WithReportedPaths(said, folder_);
}

void ProcessTracker::TakeLine(std::string_view line) {
  const std::string plain = WithoutColors(line);
  const Marker marker = ParseMarker(plain);
  const bool of_suite =
      marker.kind == MarkerKind::kSuiteBegin || marker.kind == MarkerKind::kSuiteEnd;
  if (of_suite && !state_.running) return TakeSuiteMarker(marker);
  if (of_suite) return Say(plain);
  if (marker.kind == MarkerKind::kRun && !plugin_) return TakeRunMark(marker, plain);
  if (marker.kind != MarkerKind::kNone && !plugin_) return TakeEndMark(marker, plain);
  if (marker.kind != MarkerKind::kNone && marker.at == 0) return;  // GoogleTest's, by the messages
  if (!plugin_) TakeFrame(plain);
  Say(plain);
}

// What GoogleTest prints around suites and iterations.
void ProcessTracker::TakeFrame(std::string_view line) {
  if (IsFrame(line) && !state_.running) {
    ReleaseHeld();
    NoteOutside();
    state_.suite.clear();
  }
  if (CountOfRan(line) == plan_.size()) said_ran_ = true;
  const bool repeats = RepeatedIteration(line) == static_cast<std::size_t>(iteration_) + 1;
  if (repeats && !AllSeen() && iterations_left_ != 0) NextIteration();
}

void ProcessTracker::TakeSuiteMarker(const Marker& marker) {
  ReleaseHeld();
  NoteOutside();
  const bool begins = marker.kind == MarkerKind::kSuiteBegin;
  state_.suite = begins ? marker.name : "";
  said_ = BoundedOutput(kMaxSaid);
  state_.suite_tested = false;
}

void ProcessTracker::TakeRunMark(const Marker& marker, std::string_view line) {
  // In the middle of a line it is what the running test says.
  if (state_.running && marker.at > 0) return Say(line);
  const auto place = PlaceOf(std::string(marker.name));
  if (!place) return Say(line);
  if (state_.running) SetAside();
  Begin(*place, StartOf(plan_[*place]));
}

void ProcessTracker::TakeEndMark(const Marker& marker, std::string_view line) {
  if (MakesHeldWorse(marker)) {
    TakeBackHeld();
  } else if (Resume(marker)) {
    // What seemed to run meanwhile was printed by this test.
  } else if (!state_.running) {
    // The mark of its beginning may have been torn by what another thread wrote. The list at the
    // end of the output has no times.
    if (!PrintedTime(marker.name) || said_ran_) return;
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
  if (done_count_ == plan_.size() && iterations_left_ != 0) NextIteration();
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
  ReleaseHeld();
  NoteOutside();
  start.repeat = state_.repeat;
  if (state_.suite != start.id.suite) state_.suite_tested = false;
  state_.suite = start.id.suite;
  state_.any_began = true;
  running_place_ = place;
  const bool gpu = asked_early_ == start.id;
  if (gpu) asked_early_.reset();
  state_.running = RunningTest{plan_[place], std::move(start), Clock::now(), gpu};
  said_ = BoundedOutput(kMaxSaid);
  hooks_.on_start(state_.running->start);
}

// The test at `place` is over.
void ProcessTracker::Settle(std::size_t place, const TestResult& result) {
  if (!done_[place]) ++done_count_;
  done_[place] = true;
  red_[place] = result.status == TestStatus::kFailed;
  state_.any_result = true;
  state_.suite_tested = true;
  Tell(result);
}

void ProcessTracker::Tell(const TestResult& result) {
  const bool for_a_fault = result.status == TestStatus::kNotRun && result.charge.has_value();
  if (result.status == TestStatus::kFailed || for_a_fault) state_.any_red = true;
  hooks_.on_result(result);
}

void ProcessTracker::EndPlain(MarkerKind kind, std::string_view rest) {
  const RunningTest& running = *state_.running;
  TestResult result =
      PlainResult(running.start, StatusOf(kind), Reported(said_.Text()), Reported(errors_.Text()));
  result.seconds = std::max<std::chrono::duration<double>>(
      Clock::now() - running.began, PrintedTime(rest).value_or(std::chrono::milliseconds(0)));
  result.properties = tests_[running.index].properties;
  Hold(std::move(result));
}

// The running test has ended.
void ProcessTracker::Hold(TestResult result) {
  result.gpu = result.gpu || state_.running->gpu;
  held_ = Held{running_place_, *std::exchange(state_.running, std::nullopt), std::move(result),
               said_.Text()};
  done_[running_place_] = true;
  ++done_count_;
  state_.suite_tested = true;
  said_ = BoundedOutput(kMaxSaid);
  if (hooks_.on_mark) hooks_.on_mark();
}

// A test that prints a mark of a good end itself is found out by the mark of its real one.
bool ProcessTracker::MakesHeldWorse(const Marker& marker) const {
  return held_ && PrintedTime(marker.name) &&
         NamesTest(marker.name, FullName(held_->result.start.id)) &&
         IsWorse(StatusOf(marker.kind), held_->result.status);
}

void ProcessTracker::TakeBackHeld() {
  SayAgain(held_->said);
  running_place_ = held_->place;
  state_.running = std::move(held_->test);
  done_[held_->place] = false;
  --done_count_;
  held_.reset();
}

void ProcessTracker::ReleaseHeld() {
  if (!held_) return;
  Held held = *std::exchange(held_, std::nullopt);
  errors_.TestEnded();
  if (unsettled_.empty()) return Settle(held.place, held.result);
  unsettled_.push_back(
      {held.place, std::move(held.test), std::move(held.result), std::move(held.said)});
}

// Another test begins, and the end of the running one was not seen.
void ProcessTracker::SetAside() {
  unsettled_.push_back(
      {running_place_, *std::exchange(state_.running, std::nullopt), std::nullopt, said_.Text()});
  done_[running_place_] = true;
  ++done_count_;
  said_ = BoundedOutput(kMaxSaid);
}

// Whether `marker` ends a test that was set aside: it printed the marks since then itself.
bool ProcessTracker::Resume(const Marker& marker) {
  if (unsettled_.empty() || !PrintedTime(marker.name)) return false;
  if (state_.running && NamesTest(marker.name, FullName(state_.running->start.id))) return false;
  const auto found = std::find_if(unsettled_.begin(), unsettled_.end(), [&](const Unsettled& each) {
    return !each.result && NamesTest(marker.name, FullName(each.test.start.id));
  });
  if (found == unsettled_.end()) return false;
  const Unsettled resumed = *found;
  const std::size_t at = static_cast<std::size_t>(found - unsettled_.begin());
  ReleaseHeld();
  Drop(at);
  SayAgain(resumed.said);
  running_place_ = resumed.place;
  state_.running = resumed.test;
  return true;
}

// Forgets what is not settled, from that place on: those tests are as if they had not begun.
void ProcessTracker::Drop(std::size_t from) {
  for (std::size_t i = from; i < unsettled_.size(); ++i) done_[unsettled_[i].place] = false;
  done_count_ -= unsettled_.size() - from;
  unsettled_.erase(unsettled_.begin() + static_cast<std::ptrdiff_t>(from), unsettled_.end());
}

void ProcessTracker::NoteOutside() {
  if (state_.running || plugin_) return;
  if (const auto failure = OutsideFailure(state_, Reported(said_.Text()))) {
    Tell(*failure);
  }
  said_ = BoundedOutput(kMaxSaid);
}

bool ProcessTracker::AllSeen() const {
  return !state_.running && unsettled_.empty() && done_count_ == plan_.size();
}

void ProcessTracker::NextIteration() {
  ReleaseHeld();
  NoteOutside();
  const bool all_seen = AllSeen();
  const std::string written = hooks_.take_written ? hooks_.take_written() : "";
  if (!all_seen) {
    if (const auto results = ParseWrittenResults(written)) SettleByWritten(*results);
    SettleAsSeen();
  }
  ++iteration_;
  --iterations_left_;
  done_.assign(plan_.size(), false);
  red_.assign(plan_.size(), false);
  done_count_ = 0;
  ++state_.repeat;
  said_ran_ = false;
}

// GoogleTest's own results count for all whose end was not seen, and for those that were worse
// than they looked.
void ProcessTracker::SettleByWritten(const WrittenResults& results) {
  state_.running.reset();
  Drop(0);
  for (std::size_t place = 0; place < plan_.size(); ++place) {
    const ListedTest& test = tests_[plan_[place]];
    const auto found = results.find(FullName(test.id));
    if (found == results.end()) continue;
    const WrittenResult& written = found->second;
    const bool worse = written.status == TestStatus::kFailed && !red_[place];
    if (done_[place] && !worse) continue;
    if (!done_[place]) Begin(place, StartOf(plan_[place]));
    TestStart start = StartOf(plan_[place]);
    start.repeat = state_.repeat;
    TestResult result = PlainResult(start, written.status, Reported(written.said));
    result.seconds = written.seconds;
    result.properties = test.properties;
    state_.running.reset();
    Settle(place, result);
  }
}

// What is left of an iteration that cannot be run again.
void ProcessTracker::SettleAsSeen() {
  if (state_.running) SetAside();
  for (const Unsettled& each : std::exchange(unsettled_, {})) {
    --done_count_;
    done_[each.place] = false;
    TestResult unseen = UnseenEnd(each.test.start, Reported(each.said));
    unseen.seconds = Clock::now() - each.test.began;
    Settle(each.place, each.result ? *each.result : unseen);
  }
}

void ProcessTracker::TakeMessage(const TestMessage& message) {
  if (std::holds_alternative<Hello>(message)) state_.plugin = plugin_ = true;
  if (std::holds_alternative<Leaving>(message)) state_.leaving = true;
  if (std::holds_alternative<RunEnd>(message)) state_.plugin = state_.ended_in_order = true;
  if (const auto* problem = std::get_if<RunProblem>(&message)) {
    state_.any_red = true;
    if (hooks_.on_problem) hooks_.on_problem(problem->text);
  }
  if (const auto* start = std::get_if<TestStart>(&message)) {
    const auto place = PlaceOf(FullName(start->id));
    if (place && !state_.running) Begin(*place, *start);
  }
  if (const auto* result = std::get_if<TestResult>(&message)) TakeResult(*result);
  if (const auto* want = std::get_if<WantVerdict>(&message)) {
    state_.asked_verdict = true;
    if (state_.running && (plugin_ || state_.running->start.id == want->test)) {
      state_.running->gpu = true;
    } else {
      // The mark of its beginning has not been read yet.
      asked_early_ = want->test;
    }
    hooks_.on_want_verdict(want->test);
  }
}

// It may come again: something failed behind the test's end.
void ProcessTracker::TakeResult(const TestResult& result) {
  if (held_ && held_->result.start.id == result.start.id) TakeBackHeld();
  if (!state_.running || !(state_.running->start.id == result.start.id)) return;
  TestResult whole = result;
  whole.start.repeat = state_.repeat;
  Hold(std::move(whole));
}

ProcessState ProcessTracker::Finish(bool well) {
  output_.Finish([this](std::string_view line) { TakeLine(line); });
  errors_.Finish();
  ReleaseHeld();
  if (!plugin_) {
    NoteOutside();
    state_.ended_in_order = said_ran_ && !state_.running;
    if (!AllSeen() || !state_.ended_in_order || (!well && !state_.any_red)) FinishPlain();
  }
  for (std::size_t place = 0; place < plan_.size(); ++place) {
    if (!done_[place]) state_.left.push_back(plan_[place]);
  }
  state_.said = Reported(said_.Text() + errors_.LastWords());
  return state_;
}

// Something was not seen.
void ProcessTracker::FinishPlain() {
  const auto written = ParseWrittenResults(hooks_.take_written ? hooks_.take_written() : "");
  if (written) {
    SettleByWritten(*written);
    state_.ended_in_order = true;
  } else if (state_.ended_in_order) {
    SettleAsSeen();
  } else {
    // A fresh process shows what became of them; of the last one it is known that it ended in it.
    Drop(0);
  }
}

}  // namespace kernodeck
