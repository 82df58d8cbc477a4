#include "plugin/run/process_outcome.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <utility>

#include "plugin/run/result_text.h"

namespace kernodeck {
namespace {

using Kind = ProcessEnd::Kind;

std::string Seconds(std::chrono::milliseconds time) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g s", static_cast<double>(time.count()) / 1000.0);
  return text;
}

bool TimedOut(const EndedProcess& process) {
  return !process.state.bad_channel &&
         (process.end.kind == Kind::kTimedOut || process.end.kind == Kind::kCouldNotBeKilled);
}

bool EndedByItself(const EndedProcess& process) {
  return process.end.kind == Kind::kExited && process.end.exit_status >= 0 &&
         !process.state.bad_channel;
}

// What the process did, as the end of a sentence.
std::string Phrase(const EndedProcess& process) {
  if (process.state.bad_channel) return "sent what makes no sense on its channel and was stopped";
  if (process.end.kind == Kind::kTimedOut && process.limit == Limit::kRun) {
    return "was stopped at the time limit of the whole run";
  }
  if (process.end.kind == Kind::kTimedOut) {
    return "was stopped at the time limit of " + Seconds(process.test_timeout);
  }
  return EndPhrase(process.end);
}

bool FromOutside(int signal) {
  constexpr std::array kSignals = {SIGKILL, SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGXCPU};
  return std::find(kSignals.begin(), kSignals.end(), signal) != kSignals.end();
}

// As the plugin charges it (failure_mapping.cc): where a device was in use it is not known whether
// it had a part in a hang or a crash.
FailureCharge ChargeOfEnd(const EndedProcess& process) {
  const Owner unless_gpu = process.state.asked_verdict ? Owner::kUnknown : Owner::kCode;
  FailureCharge charge{Code::kWorkerFailed, std::nullopt, Stage::kApplication, unless_gpu};
  if (TimedOut(process)) {
    charge.code = Code::kTimeout;
    charge.cause = Cause::kTestHang;
  } else if (process.end.kind == Kind::kSignaled && FromOutside(process.end.signal)) {
    charge.cause = Cause::kTestKilled;
    charge.owner = Owner::kUnknown;
  } else if (process.end.kind == Kind::kSignaled) {
    charge.cause = Cause::kTestCrashed;
  } else if (process.state.running && EndedByItself(process)) {
    charge.cause = Cause::kTestExited;
    charge.owner = Owner::kCode;
  }
  return charge;
}

// A failed result for the end of the process.
TestResult Failure(const EndedProcess& process, TestStart start, const std::string& where) {
  TestResult result;
  result.start = std::move(start);
  result.status = TestStatus::kFailed;
  const Code code = TimedOut(process) ? Code::kTimeout : Code::kWorkerFailed;
  result.charge = ChargeOfEnd(process);
  result.message = CodeMessage(code, "the tests' process " + Phrase(process) + " " + where + ".");
  result.text = FailureText(result.message, process.state.said);
  if (process.end.kind == Kind::kExited && process.end.exit_status >= 0) {
    result.exit_status = process.end.exit_status;
  }
  if (process.end.kind == Kind::kSignaled) result.signal = process.end.signal;
  return result;
}

TestStart StartOf(const ListedTest& test, int repeat, const std::filesystem::path& folder) {
  TestStart start;
  start.id = test.id;
  start.file = ReportedFile(test.file, folder);
  start.line = test.line;
  start.repeat = repeat;
  start.at = std::chrono::system_clock::now();
  return start;
}

TestStart Nameless(const EndedProcess& process, std::string suite, std::string name) {
  TestStart start;
  start.id = {std::move(suite), std::move(name)};
  start.repeat = process.state.repeat;
  start.at = std::chrono::system_clock::now();
  return start;
}

class Conclusion {
 public:
  Conclusion(const std::vector<ListedTest>& tests, const EndedProcess& process)
      : tests_(tests), process_(process), state_(process.state) {
    outcome_.left = state_.left;
  }

  ProcessOutcome Make() {
    if (process_.end.kind == Kind::kInterrupted) {
      Interrupted();
    } else if (state_.running) {
      InTest();
    } else if (state_.plugin && !state_.any_began && EndedByItself(process_) &&
               process_.end.exit_status == kExitUsage) {
      Refused();
    } else if (outcome_.left.empty()) {
      AfterAll();
    } else if (!(state_.leaving && state_.any_result)) {
      BetweenTests();
    }
    return std::move(outcome_);
  }

 private:
  void Add(TestResult result) { outcome_.results.push_back(std::move(result)); }

  void TakeOut(TestIndex index) {
    outcome_.left.erase(std::remove(outcome_.left.begin(), outcome_.left.end(), index),
                        outcome_.left.end());
  }

  void Interrupted() {
    if (!state_.running) return;
    TestResult result = NotRun(tests_[state_.running->index], state_.repeat,
                               "not to its end: its process " + Phrase(process_), process_.folder);
    result.start = state_.running->start;
    Add(std::move(result));
    TakeOut(state_.running->index);
  }

  void Refused() {
    outcome_.refused = true;
    for (const TestIndex index : outcome_.left) {
      Add(NotRun(tests_[index], state_.repeat, "the tests refused their settings",
                 process_.folder));
    }
    outcome_.left.clear();
  }

  void InTest() {
    const RunningTest& running = *state_.running;
    TestResult result = Failure(process_, running.start, "in this test");
    result.seconds = std::chrono::steady_clock::now() - running.began;
    result.gpu = running.gpu;
    result.properties = tests_[running.index].properties;
    Add(std::move(result));
    TakeOut(running.index);
  }

  void AfterAll() {
    if (EndedByItself(process_)) {
      const bool well = process_.end.exit_status == 0;
      if (well ? state_.ended_in_order : state_.any_red) return;
      Add(Failure(process_, Nameless(process_, process_.program, "exit_status"),
                  well ? "before GoogleTest came to the end of the tests"
                       : "though none of its tests failed"));
      return;
    }
    if (InTearDown()) return TearDown();
    Add(Failure(process_, Nameless(process_, process_.program, "after_last_test"),
                "after its last test"));
  }

  // The suite that was begun has been tested, and none of it is left.
  [[nodiscard]] bool InTearDown() const {
    return !state_.suite.empty() && state_.suite_tested && !FirstLeftOf(state_.suite);
  }

  void TearDown() {
    Add(Failure(process_, Nameless(process_, state_.suite, "TearDownTestSuite"),
                "after the last test of suite " + state_.suite));
  }

  [[nodiscard]] std::optional<TestIndex> FirstLeftOf(const std::string& suite) const {
    for (const TestIndex index : outcome_.left) {
      if (tests_[index].id.suite == suite) return index;
    }
    return std::nullopt;
  }

  void BetweenTests() {
    if (state_.ended_in_order && EndedByItself(process_)) {
      // Its marks may be torn; who never ran is tried once more while that brings something.
      if (!state_.any_result) ChargeFirst(outcome_.left.front(), "and did not run this test", "");
      return;
    }
    if (InTearDown()) return TearDown();
    const auto in_suite = FirstLeftOf(state_.suite);
    if (!state_.suite.empty() && in_suite) {
      const std::string suite = state_.suite;
      ChargeFirst(*in_suite, "before this test began, in suite " + suite, suite);
    } else if (!state_.any_result) {
      ChargeFirst(outcome_.left.front(), "before its first test began", "");
    } else {
      Add(Failure(process_, Nameless(process_, process_.program, "between_suites"),
                  "between two suites"));
    }
  }

  // The first test stands for the fault. Those that would meet it again, all of `suite` or all that
  // are left, are not run, unless another test of the suite has shown that it can be set up.
  void ChargeFirst(TestIndex first, const std::string& where, const std::string& suite) {
    Add(Failure(process_, StartOf(tests_[first], state_.repeat, process_.folder), where));
    const std::string see = std::string(Info(outcome_.results.back().charge->code).name) +
                            ", see " + FullName(tests_[first].id);
    const FailureCharge charge = *outcome_.results.back().charge;
    TakeOut(first);
    if (state_.suite_tested) return;
    std::vector<TestIndex> kept;
    for (const TestIndex index : outcome_.left) {
      if (!suite.empty() && tests_[index].id.suite != suite) {
        kept.push_back(index);
        continue;
      }
      TestResult result = NotRun(tests_[index], state_.repeat, see, process_.folder);
      result.charge = charge;
      Add(std::move(result));
    }
    outcome_.left = std::move(kept);
  }

  const std::vector<ListedTest>& tests_;
  const EndedProcess& process_;
  const ProcessState& state_;
  ProcessOutcome outcome_;
};

}  // namespace

ProcessOutcome Conclude(const std::vector<ListedTest>& tests, const EndedProcess& process) {
  return Conclusion(tests, process).Make();
}

TestResult NotRun(const ListedTest& test, int repeat, const std::string& why,
                  const std::filesystem::path& folder) {
  TestResult result;
  result.start = StartOf(test, repeat, folder);
  result.status = TestStatus::kNotRun;
  result.message = "not run: " + why;
  result.text = result.message;
  result.properties = test.properties;
  return result;
}

}  // namespace kernodeck
