#ifndef KERNODECK_PLUGIN_GTEST_SESSION_H_
#define KERNODECK_PLUGIN_GTEST_SESSION_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernodeck/requirement.h"
#include "plugin/core/requirement_check.h"
#include "plugin/gtest/device_driver.h"
#include "plugin/gtest/device_watch.h"
#include "plugin/gtest/diagnosis.h"
#include "plugin/gtest/fault.h"
#include "plugin/gtest/fault_book.h"
#include "plugin/gtest/locked_driver.h"
#include "plugin/gtest/settings.h"

namespace kernodeck {

// Where a requirement stands: in a test; in SetUpTestSuite, `test` being empty; or in an
// environment or outside of all tests, both being empty.
struct Place {
  std::string_view suite;
  std::string_view test;
};

// How a requirement is stated. Whoever only asks may go another way; then no fault was met. The
// test's end shows whether the answer was recorded after all, as ASSERT_TRUE does.
enum class Asking { kToEnd, kOnly };

// What is known of the test that runs, or has just run.
struct TestFacts {
  TestId id;
  bool gpu = false;                 // it stated a requirement of a GPU
  bool reached = false;             // ... which was met, so its body went on
  bool moved = false;               // ... and another device than the settings' made current
  Answer answer;                    // the last one that ended it
  std::vector<Fault> doubts;        // what those that only asked were told
  bool looked = false;              // the devices were looked at after it
  std::optional<int> device_error;  // of synchronizing after it
  bool sticky = false;
};

// What looking at the devices after a test found, each to be recorded as a failure of that test.
struct TestFinding {
  std::string text;
  bool failure = true;  // else a warning
};

// What was recorded for a test with that text in it: a failure (true), a skip (false), or nothing.
using Recorded = std::function<std::optional<bool>(const std::string& text)>;

// What a session is made of. Tests pass stand-ins.
struct SessionParts {
  Settings settings;
  std::unique_ptr<Diagnosis> diagnosis;
  std::unique_ptr<DeviceDriver> driver;
  Waiting waiting;
  std::string skip_command;        // "KERNODECK_POLICY=skip ./tests"
  std::string usage_problem;       // what is wrong with flags or variables, if anything
  std::function<bool()> in_child;  // a death test's child, or a fork of the test process
  // To the death tests' children that are processes of their own: this one was found ready.
  std::function<void(CheckTarget)> hand_on;
  std::function<bool(CheckTarget)> handed;  // in such a child: the parent was
};

// Answers the requirements of one process, and keeps what follows from them: the verdict, whom a
// fault was charged to, which suites are not ready. All functions are thread-safe.
class Session {
 public:
  explicit Session(SessionParts parts);

  [[nodiscard]] Answer RequireGpu(const Place& place, const std::vector<Requirement>& requirements,
                                  Asking asking = Asking::kToEnd);
  [[nodiscard]] Answer RequireCpu(const Place& place, Asking asking = Asking::kToEnd);

  // Makes the device that the requirements or the settings name, else the first, the current one of
  // this thread; RequireGpu does so where they name one. It is the settings' again after the test.
  [[nodiscard]] Answer UseDevice(const Place& place, const std::vector<Requirement>& requirements,
                                 int& device);

  // A suite, or all of them (empty), cannot run for a reason that is not the session's own: its
  // SetUpTestSuite failed or skipped.
  void BlockSuite(const std::string& suite, Fault fault, bool skip);

  // From the listener, in their order. StartTest says what is to be recorded where the test's suite
  // is not ready, or is and the device broke; LookAtDevices what was found after it. EndTest
  // charges what the test only asked for where the answer was `recorded`.
  void StartIteration();
  void StartSuite(const std::string& suite);
  [[nodiscard]] Answer StartTest(const TestId& test);
  [[nodiscard]] std::vector<TestFinding> LookAtDevices();
  [[nodiscard]] TestFacts EndTest(const Recorded& recorded = {});

  // Whether the requirement in the suite's SetUpTestSuite was met, or none was stated.
  [[nodiscard]] bool SuiteReady(const std::string& suite) const;

  // A listener tells of the tests: without one, a failing SetUpTestSuite has to fail by itself.
  void ListenerAttached();

  // The verdict on the GPU, where one was needed.
  [[nodiscard]] std::optional<Verdict> Readiness() const;
  // The verdict that makes the run red: failed, and no policy makes skips of it.
  [[nodiscard]] std::optional<Verdict> FailedReadiness() const;
  // The diagnosis once more.
  [[nodiscard]] std::optional<Verdict> CheckAgain();

  [[nodiscard]] std::optional<std::uint64_t> FreeDeviceMemory();
  void SetMemoryReader(MemoryReader reader);
  [[nodiscard]] const Settings& settings() const { return parts_.settings; }

 private:
  using HeldLock = std::unique_lock<std::recursive_mutex>;

  struct Block {
    Fault fault;
    bool skip = false;
  };
  struct Check {
    std::optional<DiagnosisResult> result;
    Fault fault;  // where it failed
  };

  [[nodiscard]] bool Ready() const;
  TestFacts& FactsOf(const Place& place);
  const Check& Checked(CheckTarget target, const Place& place, Asking asking);
  [[nodiscard]] std::optional<int> AskedDevice(const std::vector<Requirement>& requirements) const;
  [[nodiscard]] std::optional<Fault> MakeCurrent(std::optional<int> device);
  [[nodiscard]] Answer AnswerInChild(CheckTarget target,
                                     const std::vector<Requirement>& requirements, HeldLock& lock);
  [[nodiscard]] std::optional<Fault> FirstFault(const Place& place,
                                                const std::vector<Requirement>& requirements,
                                                Asking asking, HeldLock& lock);
  [[nodiscard]] std::optional<Fault> Unmet(const std::vector<Requirement>& requirements,
                                           HeldLock& lock);
  [[nodiscard]] Fault FaultOf(const RequirementFailure& failure) const;
  [[nodiscard]] Fault FaultOf(const Verdict& verdict, CheckTarget target) const;
  Answer Settle(const Place& place, Fault fault, Asking asking);
  Answer SettleOutsideOfTests(const std::string& suite, Fault fault, Asking asking);
  Answer Met(const Place& place, const std::vector<Requirement>& requirements, Asking asking);
  [[nodiscard]] std::optional<Fault> Reach(TestFacts& facts, std::optional<int> device);
  void ChargeRecordedDoubt(const Recorded& recorded);
  [[nodiscard]] TestFinding TakeDeviceError(const SyncResult& sync);
  [[nodiscard]] std::vector<TestFinding> LookAfterGpuTest();
  [[nodiscard]] std::vector<TestFinding> LookForUnstatedUse();

  // Recursive: a user's own requirement may state one itself.
  mutable std::recursive_mutex mutex_;
  SessionParts parts_;
  DeviceWatch devices_;
  LockedDriver locked_driver_;  // for requirements, which are asked without the lock
  MemoryReader memory_reader_;
  FaultBook book_;
  Check gpu_;
  Check cpu_;
  std::map<int, std::unique_ptr<Gpu>> gpus_;  // as reported, by index
  std::optional<Fault> broken_device_;
  // By suite; all suites under the empty name.
  std::map<std::string, Block> blocks_;
  std::map<std::string, Fault> doubts_;  // what a set-up was told that only asked
  std::map<std::string, std::optional<int>> ready_suites_;  // the device that was asked for
  TestFacts current_;
  TestFacts late_;  // of a test that is over, whose thread still asks
  bool listener_attached_ = false;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_GTEST_SESSION_H_
