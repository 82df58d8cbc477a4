#include "plugin/gtest/run_reports.h"

#include <utility>

namespace kernodeck {

bool RunReports::Open(const std::vector<TestReportRequest>& requests, const TestRunInfo& run) {
  run_ = run;
  for (const TestReportRequest& request : requests) {
    files_.push_back({request, HasRepeatPlaceholder(request), nullptr});
    Make(files_.back(), 1);
    if (problem_) break;
  }
  return !problem_;
}

void RunReports::StartIteration(int repeat) {
  if (repeat == 1) return;
  for (File& file : files_) {
    if (file.each_repeat) Make(file, repeat);
  }
}

void RunReports::Started(const TestStart& test) {
  for (const File& file : files_) {
    if (file.report) file.report->Started(test);
  }
}

void RunReports::Finished(const TestResult& result) {
  for (const File& file : files_) {
    if (file.report) file.report->Finished(result);
  }
}

void RunReports::EndIteration(const TestRunSummary& summary) {
  for (File& file : files_) {
    if (file.each_repeat) Close(file, summary);
  }
}

void RunReports::End(const TestRunSummary& summary) {
  for (File& file : files_) Close(file, summary);
}

void RunReports::Make(File& file, int repeat) {
  auto opened = opener_(file.request.format, FillPattern(file.request, run_, repeat), run_);
  if (auto* const report = std::get_if<std::unique_ptr<TestReport>>(&opened)) {
    file.report = std::move(*report);
  } else if (!problem_) {
    problem_ = std::get<NewFileResult>(opened);
  }
}

void RunReports::Close(File& file, const TestRunSummary& summary) {
  if (!file.report) return;
  const NewFileResult result = file.report->End(summary);
  if (!result.ok() && !problem_) problem_ = result;
  file.report.reset();
}

}  // namespace kernodeck
