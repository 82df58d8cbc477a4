#ifndef KERNODECK_PLUGIN_GTEST_RUN_REPORTS_H_
#define KERNODECK_PLUGIN_GTEST_RUN_REPORTS_H_

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "plugin/core/test_result.h"
#include "plugin/report/test_report.h"

namespace kernodeck {

// OpenTestReport, or a stand-in.
using TestReportOpener = std::function<std::variant<std::unique_ptr<TestReport>, NewFileResult>(
    TestReportFormat, const std::filesystem::path&, const TestRunInfo&)>;

// The reports that a run was asked for. Not thread-safe.
class RunReports {
 public:
  explicit RunReports(TestReportOpener opener) : opener_(std::move(opener)) {}

  // Makes the files of the first iteration. False where one cannot be made; the others stay empty
  // heads then.
  [[nodiscard]] bool Open(const std::vector<TestReportRequest>& requests, const TestRunInfo& run);

  // Makes those of a later iteration, counted from 1, which have one each.
  void StartIteration(int repeat);
  void Started(const TestStart& test);
  void Finished(const TestResult& result);
  // Ends the files of this iteration, then those of the whole run.
  void EndIteration(const TestRunSummary& summary);
  void End(const TestRunSummary& summary);

  [[nodiscard]] bool wanted() const { return !files_.empty(); }
  // The first thing that could not be written.
  [[nodiscard]] const std::optional<NewFileResult>& problem() const { return problem_; }

 private:
  struct File {
    TestReportRequest request;
    bool each_repeat = false;
    std::unique_ptr<TestReport> report;  // nothing where it could not be made, or has ended
  };

  void Make(File& file, int repeat);
  void Close(File& file, const TestRunSummary& summary);

  TestReportOpener opener_;
  TestRunInfo run_;
  std::vector<File> files_;
  std::optional<NewFileResult> problem_;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_GTEST_RUN_REPORTS_H_
