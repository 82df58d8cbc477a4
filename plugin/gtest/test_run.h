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
//
// Whose a failure is, is not known when it is told: other listeners hear of a test's beginning
// before this one, and of its end after it, and what they record is the test's. GoogleTest keeps
// the number; the rest is of a SetUpTestSuite, a TearDownTestSuite or an environment.
class TestRun {
 public:
  // All outlive the run; `channel` is null where no `kernodeck run` is above.
  TestRun(Session& session, RunReports& reports, RunChannel* channel)
      : session_(&session), reports_(&reports), channel_(channel) {}

  // `whole`: neither a filter nor a shard leaves tests out.
  void StartRun(bool whole);
  void StartIteration(int repeat);
  void StartSuite(const std::string& suite);
  // What is to be recorded for the test before its body, if anything. The last `early` parts are
  // its own already.
  [[nodiscard]] Answer StartTest(TestStart start, std::size_t early = 0);
  // A failure or a skip that GoogleTest recorded.
  void AddPart(RecordedPart part, bool fatal, std::optional<CaughtException> exception);
  // What the devices showed, each to be recorded for the test that has just ended.
  [[nodiscard]] std::vector<TestFinding> LookAtDevices() { return session_->LookAtDevices(); }
  // `failed` or `skipped` as GoogleTest has it. Returns whether the process has to be left to a
  // fresh one (under `kernodeck run`, after a sticky error).
  [[nodiscard]] bool EndTest(bool failed, bool skipped,
                             std::vector<std::pair<std::string, std::string>> properties);
  // What GoogleTest has of the test that ended, now that nothing can come any more: `parts` in all.
  void CloseTest(std::size_t parts, bool failed, bool skipped);
  void EndSuite();
  // `untouched`: the tests that were selected where none of them was started.
  void EndIteration(bool failed, const std::vector<TestStart>& untouched);
  void EndRun();

  // What makes this iteration red beside its tests.
  [[nodiscard]] std::vector<std::string> Problems() const;
  // The test that runs; empty where none does.
  [[nodiscard]] std::string Running() const;
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

  struct Heard {
    RecordedPart part;
    bool fatal = false;
    std::optional<CaughtException> exception;
  };
  // A test that ended, as it was told.
  struct Told {
    TestRecord record;
    TestFacts facts;
    TestResult result;
  };

  // The first parts that were heard, `count` at most, are the record's.
  void TakeParts(TestRecord& record, std::size_t count);
  void SortOutsideParts(std::size_t early = 0);
  void AddOutsidePart(const Heard& heard);
  void ApplySetUpTrouble();
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
  bool whole_ = false;
  std::optional<Verdict> after_check_;
  std::chrono::steady_clock::time_point run_began_;
  std::chrono::steady_clock::time_point iteration_began_;
  std::chrono::steady_clock::time_point test_began_;
  int tests_started_ = 0;             // in this iteration
  std::optional<TestRecord> record_;  // of the test that runs
  std::optional<Told> told_;          // the one that has ended, until it is closed
  std::string suite_;                 // that is set up, runs, or is torn down
  bool tests_began_ = false;          // in that suite; outside of suites: in this iteration
  std::optional<SetUpTrouble> trouble_;

  std::mutex mutex_;
  std::vector<Heard> heard_;  // since the last test began
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_GTEST_TEST_RUN_H_
