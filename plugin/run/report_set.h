#ifndef KERNODECK_PLUGIN_RUN_REPORT_SET_H_
#define KERNODECK_PLUGIN_RUN_REPORT_SET_H_

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "plugin/core/test_result.h"
#include "plugin/report/test_report.h"

namespace kernodeck {

// A report that could not be made or written.
struct ReportFault {
  std::filesystem::path path;
  NewFileResult result;
};

// All the reports of one run, those of single iterations among them. Not thread-safe.
class ReportSet {
 public:
  ReportSet(std::vector<TestReportRequest> requests, TestRunInfo run)
      : requests_(std::move(requests)), run_(std::move(run)) {}

  // Makes the files of the first iteration, and looks whether those of the others are free. To be
  // called before anything runs.
  [[nodiscard]] std::optional<ReportFault> Open();

  void Started(const TestStart& test);
  void Finished(const TestResult& result);
  // Nothing of the iterations before `repeat` comes any more: their own files are brought to their
  // end.
  void LeaveIterations(int repeat);
  // What could not be written so far; once.
  [[nodiscard]] std::vector<ReportFault> TakeFaults();
  // Brings all files to their end; gives what was not written, now or before.
  [[nodiscard]] std::vector<ReportFault> End(const TestRunSummary& summary);

 private:
  struct File {
    std::filesystem::path path;
    std::unique_ptr<TestReport> report;
    TestRunSummary counts;  // of an iteration
  };

  [[nodiscard]] std::optional<ReportFault> OpenAll();
  [[nodiscard]] std::optional<ReportFault> OpenFile(std::size_t request, int repeat);
  [[nodiscard]] File* FileOf(std::size_t request, int repeat);

  std::vector<TestReportRequest> requests_;
  TestRunInfo run_;
  int left_ = 1;  // iterations before this one have been left
  // By the place of the request and the iteration, 0 where one file holds all.
  std::map<std::pair<std::size_t, int>, File> files_;
  std::vector<ReportFault> faults_;
};

// What went wrong with a report, for a person at the terminal.
[[nodiscard]] std::string Sentence(const ReportFault& fault);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_RUN_REPORT_SET_H_
