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
  // `tests` are to finish in each iteration: then its own files are brought to their end.
  ReportSet(std::vector<TestReportRequest> requests, TestRunInfo run, std::size_t tests)
      : requests_(std::move(requests)), run_(std::move(run)), tests_(tests) {}

  // Makes the files of the first iteration, and looks whether those of the others are free. To be
  // called before anything runs.
  [[nodiscard]] std::optional<ReportFault> Open();

  void Started(const TestStart& test);
  void Finished(const TestResult& result);
  // Brings all files to their end; gives what was not written, now or before.
  [[nodiscard]] std::vector<ReportFault> End(const TestRunSummary& summary);

 private:
  struct File {
    std::filesystem::path path;
    std::unique_ptr<TestReport> report;
    TestRunSummary counts;  // of an iteration
    std::size_t finished = 0;
  };

  [[nodiscard]] std::optional<ReportFault> OpenAll();
  [[nodiscard]] std::optional<ReportFault> OpenFile(std::size_t request, int repeat);
  [[nodiscard]] File* FileOf(std::size_t request, int repeat);
  void EndIteration(std::size_t request, int repeat);

  std::vector<TestReportRequest> requests_;
  TestRunInfo run_;
  std::size_t tests_;
  // By the place of the request and the iteration, 0 where one file holds all.
  std::map<std::pair<std::size_t, int>, File> files_;
  std::vector<ReportFault> faults_;
};

// What went wrong with a report, for a person at the terminal.
[[nodiscard]] std::string Sentence(const ReportFault& fault);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_RUN_REPORT_SET_H_
