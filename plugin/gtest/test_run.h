#ifndef KERNODECK_PLUGIN_GTEST_TEST_RUN_H_
#define KERNODECK_PLUGIN_GTEST_TEST_RUN_H_

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "plugin/core/test_result.h"
#include "plugin/gtest/caught_exception.h"
#include "plugin/gtest/fault.h"
#include "plugin/gtest/run_channel.h"
#include "plugin/gtest/run_reports.h"
#include "plugin/gtest/run_summary.h"
#include "plugin/gtest/run_tally.h"
#include "plugin/gtest/session.h"
#include "plugin/gtest/test_outcome.h"

namespace kernodeck {

// One run of a test binary as its listener sees it: turns what GoogleTest tells into results, and
// hands these to reports, channel and tally. AddPart is called from any thread, under GoogleTest's
// own lock; the others from the one that runs the tests, in GoogleTest's order.
class TestRun {
 public:
  // All outlive the run; `channel` is null where no `kernodeck run` is above.
  TestRun(Session& session, RunReports& reports, RunChannel* channel)
      : session_(&session), reports_(&reports), channel_(channel) {}

  // `whole`: neither a filter nor a shard leaves tests out.
  void StartRun(bool whole);
  void StartIteration(int repeat);
  void StartSuite(const std::string& suite);
  // What is to be recorded for the test before its body, if anything.
  [[nodiscard]] Answer StartTest(TestStart start);
  // Something that GoogleTest recorded: for the test that runs, or outside of one.
  void AddPart(RecordedPart part, bool fatal, std::optional<CaughtException> exception);
  // What the devices showed, each to be recorded for the test that has just ended.
  [[nodiscard]] std::vector<TestFinding> LookAtDevices() { return session_->LookAtDevices(); }
  // `failed` or `skipped` as GoogleTest has it. Returns whether the process has to be left to a
  // fresh one (under `kernodeck run`, after a sticky error).
  [[nodiscard]] bool EndTest(bool failed, bool skipped,
                             std::vector<std::pair<std::string, std::string>> properties);
  void EndSuite();
  // `untouched`: the tests that were selected where none of them was started.
  void EndIteration(bool failed, const std::vector<TestStart>& untouched);
  void EndRun();

  [[nodiscard]] bool started() const { return started_; }
  [[nodiscard]] bool ended() const { return ended_; }
  [[nodiscard]] int repeat() const { return repeat_; }
  [[nodiscard]] int tests_started() const { return tests_started_; }
  // Whether anybody wants to know the source file of each test.
  [[nodiscard]] bool detailed() const { return reports_->wanted() || channel_ != nullptr; }
  [[nodiscard]] int wanted_gpu_tests() const { return wanted_gpu_tests_; }
  [[nodiscard]] const RunTally& tally() const { return tally_; }
  [[nodiscard]] RunEnding Ending() const;

 private:
  // Of a SetUpTestSuite, or (for an empty suite) of an environment.
  struct SetUpTrouble {
    RecordedPart part;
    bool stops = false;  // the tests behind it
    std::optional<CaughtException> exception;
  };

  void ApplySetUpTrouble();
  void AddOutsidePart(RecordedPart part, bool fatal, std::optional<CaughtException> exception);
  void Tell(const TestResult& result, const TestFacts& facts);
  [[nodiscard]] TestRunSummary SummaryOf(const RunTally::Counts& counts) const;

  Session* session_;
  RunReports* reports_;
  RunChannel* channel_;
  RunTally tally_;
  bool started_ = false;
  bool ended_ = false;
  bool failed_ = false;
  int repeat_ = 0;
  int wanted_gpu_tests_ = 0;
  std::optional<Verdict> after_check_;
  std::chrono::steady_clock::time_point run_began_;
  std::chrono::steady_clock::time_point iteration_began_;
  std::chrono::steady_clock::time_point test_began_;
  int tests_started_ = 0;  // in this iteration

  std::mutex mutex_;  // of what AddPart touches
  std::optional<TestRecord> record_;
  std::string suite_;         // that is set up, runs, or is torn down
  bool tests_began_ = false;  // in that suite; outside of suites: in this iteration
  std::optional<SetUpTrouble> trouble_;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_GTEST_TEST_RUN_H_
