#ifndef KERNODECK_TESTS_UNIT_GTEST_STANDIN_REPORTS_H_
#define KERNODECK_TESTS_UNIT_GTEST_STANDIN_REPORTS_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "plugin/gtest/run_reports.h"

namespace kernodeck {

// What was written into reports, and what is to go wrong.
struct ReportLog {
  std::vector<std::string> lines;   // "open a", "a start A.B", "a end A.B failed", "a close"
  std::vector<TestResult> results;  // of the first file
  std::vector<TestRunSummary> summaries;
  std::string refuse;  // this file cannot be made
  bool fail_at_end = false;

  [[nodiscard]] TestReportOpener Opener();
};

class StandinReport : public TestReport {
 public:
  StandinReport(std::string name, ReportLog& log) : name_(std::move(name)), log_(&log) {}

  void Started(const TestStart& test) override {
    log_->lines.push_back(name_ + " start " + FullName(test.id));
  }
  void Finished(const TestResult& result) override {
    log_->lines.push_back(name_ + " end " + FullName(result.start.id) + " " +
                          std::string(Name(result.status)));
    log_->results.push_back(result);
  }
  NewFileResult End(const TestRunSummary& summary) override {
    log_->lines.push_back(name_ + " close");
    log_->summaries.push_back(summary);
    return log_->fail_at_end ? NewFileResult{Cause::kOutputIncomplete, 28} : NewFileResult{};
  }

 private:
  std::string name_;
  ReportLog* log_;
};

inline TestReportOpener ReportLog::Opener() {
  return
      [this](
          TestReportFormat /*format*/, const std::filesystem::path& path,
          const TestRunInfo& /*run*/) -> std::variant<std::unique_ptr<TestReport>, NewFileResult> {
        lines.push_back("open " + path.string());
        if (path == refuse) return NewFileResult{Cause::kOutputExists, 17};
        return std::make_unique<StandinReport>(path.string(), *this);
      };
}

}  // namespace kernodeck

#endif  // KERNODECK_TESTS_UNIT_GTEST_STANDIN_REPORTS_H_
