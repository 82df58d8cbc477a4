#include "kernodeck/listener.h"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plugin/gtest/caught_exception.h"
#include "plugin/gtest/plugin.h"
#include "plugin/gtest/readiness.h"
#include "plugin/gtest/record.h"
#include "plugin/gtest/recorded_text.h"

namespace kernodeck {
namespace {

std::vector<std::pair<std::string, std::string>> PropertiesOf(const testing::TestInfo& test) {
  std::vector<std::pair<std::string, std::string>> properties;
  if (test.value_param() != nullptr) properties.emplace_back("value_param", test.value_param());
  if (test.type_param() != nullptr) properties.emplace_back("type_param", test.type_param());
  for (int i = 0; i < test.result()->test_property_count(); ++i) {
    const testing::TestProperty& property = test.result()->GetTestProperty(i);
    properties.emplace_back(property.key(), property.value());
  }
  return properties;
}

// GoogleTest's own printer is told of an end after this listener, and has no turn any more.
[[noreturn]] void LeaveToFreshProcess(const testing::TestInfo& test) {
  std::printf("[  FAILED  ] %s.%s\n", test.test_suite_name(), test.name());
  std::fflush(nullptr);
  _exit(kExitTestFailure);
}

// Whatever such a process finds, its parent does not learn it; it must not write into the parent's
// reports either.
[[noreturn]] void LeaveFork(const std::string& place) {
  std::fprintf(stderr,
               "kernodeck: a process that was forked in %s went on behind it; it ends here, with "
               "status 1. End it in the test, with _exit.\n",
               place.c_str());
  _exit(kExitTestFailure);
}

// GoogleTest's form of an exception that escaped from the test's own code. What is recorded while
// an exception is being handled on purpose has a place in a file.
bool IsEscapedException(const testing::TestPartResult& part) {
  const std::string_view text = part.message();
  return part.fatally_failed() && part.file_name() == nullptr &&
         (text.find("C++ exception with description") == 0 ||
          text.find("Unknown C++ exception") == 0);
}

// The failures and skips of a test; GoogleTest keeps successes with them.
std::size_t PartsOf(const testing::TestInfo& test) {
  std::size_t count = 0;
  for (int i = 0; i < test.result()->total_part_count(); ++i) {
    const testing::TestPartResult& part = test.result()->GetTestPartResult(i);
    if (part.failed() || part.skipped()) ++count;
  }
  return count;
}

std::string WithCode(const std::string& problem) {
  return FindCode(problem.substr(0, problem.find(':'))) ? problem : "CHECK_FAILED: " + problem;
}

}  // namespace

// The listener that works. Where there are more, those have none of it.
class Listener::Work {
 public:
  explicit Work(Plugin& plugin) : plugin_(&plugin), run_(&plugin.run()) {
    plugin.session().ListenerAttached();
  }

  void StartRun(const testing::UnitTest& unit_test) {
    const int enabled = unit_test.total_test_count() - unit_test.disabled_test_count();
    run_->StartRun(unit_test.test_to_run_count() >= enabled);
    (void)plugin_->OpenReports();
    plugin_->GuardExit();
  }

  [[nodiscard]] bool Forked() const { return getpid() != process_; }

  void StartTest(const testing::TestInfo& test) {
    CloseTest();
    const Readiness readiness = ReadinessOf(run_->StartTest(StartOf(test), PartsOf(test)));
    if (!readiness) Record(readiness.type, test.file(), test.line(), readiness.text);
  }

  void AddPart(const testing::TestPartResult& part) {
    if (judging_ || (!part.failed() && !part.skipped())) return;
    RecordedPart recorded;
    recorded.failed = part.failed();
    recorded.file = plugin_->SourceName(part.file_name());
    recorded.line = part.line_number();
    const bool escaped = IsEscapedException(part);
    recorded.message = RecordedText(part.message(), escaped, [this](std::string_view file) {
      return plugin_->SourceName(std::string(file).c_str());
    });
    run_->AddPart(std::move(recorded), part.fatally_failed(),
                  escaped ? DescribeCurrentException() : std::nullopt);
  }

  void EndTest(const testing::TestInfo& test) {
    if (Forked()) LeaveFork(run_->Running());
    for (const TestFinding& finding : run_->LookAtDevices()) {
      if (finding.failure) {
        Record(testing::TestPartResult::kNonFatalFailure, test.file(), test.line(), finding.text);
      } else {
        std::printf("%s\n", finding.text.c_str());
      }
    }
    const testing::TestResult& result = *test.result();
    const bool leave = run_->EndTest(result.Failed(), result.Skipped(),
                                     run_->detailed() ? PropertiesOf(test) : Properties());
    if (leave) LeaveToFreshProcess(test);
    ended_test_ = &test;
  }

  void EndSuite() {
    CloseTest();
    run_->EndSuite();
  }

  void EndIteration(const testing::UnitTest& unit_test) {
    CloseTest();
    std::vector<TestStart> untouched;
    for (int i = 0; run_->tests_started() == 0 && i < unit_test.total_test_suite_count(); ++i) {
      const testing::TestSuite& suite = *unit_test.GetTestSuite(i);
      for (int j = 0; j < suite.total_test_count(); ++j) {
        const testing::TestInfo& test = *suite.GetTestInfo(j);
        if (test.should_run()) untouched.push_back(StartOf(test));
      }
    }
    run_->EndIteration(unit_test.Failed(), untouched);
    if (!plugin_->judged_by_run_all_tests() && unit_test.Passed()) Judge();
  }

  void EndRun() {
    if (Forked()) LeaveFork("a test");
    run_->EndRun();
  }

  [[nodiscard]] TestRun& run() { return *run_; }

 private:
  using Properties = std::vector<std::pair<std::string, std::string>>;

  void CloseTest() {
    if (ended_test_ == nullptr) return;
    const testing::TestResult& result = *ended_test_->result();
    run_->CloseTest(PartsOf(*ended_test_), result.Failed(), result.Skipped());
    ended_test_ = nullptr;
  }

  // Fails an iteration that is red beside its tests: GoogleTest looks for failures after this.
  void Judge() {
    std::vector<std::string> problems = run_->Problems();
    if (!plugin_->usage_problem().empty()) {
      problems.push_back("usage error: " + plugin_->usage_problem());
    }
    if (run_->Ending().report_problem) problems.push_back(plugin_->ReportProblem());
    judging_ = true;
    for (const std::string& problem : problems) {
      Record(testing::TestPartResult::kNonFatalFailure, nullptr, -1, WithCode(problem));
    }
    judging_ = false;
  }

  TestStart StartOf(const testing::TestInfo& test) {
    TestStart start;
    start.id = {test.test_suite_name(), test.name()};
    start.repeat = run_->repeat();
    start.at = std::chrono::system_clock::now();
    if (!run_->detailed()) return start;
    start.file = plugin_->SourceName(test.file());
    start.line = test.line();
    return start;
  }

  Plugin* plugin_;
  TestRun* run_;
  pid_t process_ = getpid();
  const testing::TestInfo* ended_test_ = nullptr;
  bool judging_ = false;
};

Listener::Listener() = default;
Listener::~Listener() = default;

bool Listener::Hears() const { return work_ && !work_->Forked(); }

void Listener::OnTestProgramStart(const testing::UnitTest& unit_test) {
  if (!Plugin::Get().TakeListener()) return;
  work_ = std::make_unique<Work>(Plugin::Get());
  work_->StartRun(unit_test);
  Plugin::Get().WhenCutShort([this, &unit_test] {
    work_->EndIteration(unit_test);
    work_->run().EndRun();
  });
}

void Listener::OnTestIterationStart(const testing::UnitTest& /*unit_test*/, int iteration) {
  if (Hears()) work_->run().StartIteration(iteration + 1);
}

void Listener::OnTestSuiteStart(const testing::TestSuite& suite) {
  if (Hears()) work_->run().StartSuite(suite.name());
}

void Listener::OnTestStart(const testing::TestInfo& test) {
  if (Hears()) work_->StartTest(test);
}

void Listener::OnTestPartResult(const testing::TestPartResult& part) {
  if (Hears()) work_->AddPart(part);
}

void Listener::OnTestEnd(const testing::TestInfo& test) {
  if (work_) work_->EndTest(test);
}

void Listener::OnTestSuiteEnd(const testing::TestSuite& /*suite*/) {
  if (Hears()) work_->EndSuite();
}

void Listener::OnTestIterationEnd(const testing::UnitTest& unit_test, int /*iteration*/) {
  if (Hears()) work_->EndIteration(unit_test);
}

void Listener::OnTestProgramEnd(const testing::UnitTest& /*unit_test*/) {
  if (work_) work_->EndRun();
}

}  // namespace kernodeck
