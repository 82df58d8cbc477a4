#include "plugin/run/report_set.h"

#include <cstring>
#include <system_error>
#include <utility>
#include <variant>

namespace kernodeck {
namespace {

// Iterations whose files are looked for before anything runs.
constexpr int kMaxLookedFor = 10'000;

void Count(const TestResult& result, TestRunSummary& counts) {
  switch (result.status) {
    case TestStatus::kPassed:
      ++counts.passed;
      break;
    case TestStatus::kFailed:
      ++counts.failed;
      break;
    case TestStatus::kSkipped:
      ++counts.skipped;
      break;
    case TestStatus::kNotRun:
      ++counts.not_run;
      break;
  }
  if (counts.failed > 0) counts.exit_status = kExitTestFailure;
  counts.total += result.seconds;
}

}  // namespace

std::optional<ReportFault> ReportSet::Open() {
  std::optional<ReportFault> fault = OpenAll();
  if (!fault) return fault;
  // What was made already would be in the way of the next attempt.
  for (auto& [key, file] : files_) {
    if (!file.report) continue;
    file.report.reset();
    std::error_code error;
    std::filesystem::remove(file.path, error);
  }
  return fault;
}

std::optional<ReportFault> ReportSet::OpenAll() {
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    const bool each = HasRepeatPlaceholder(requests_[i]);
    for (int repeat = 2; each && repeat <= run_.repeats && repeat <= kMaxLookedFor; ++repeat) {
      const std::filesystem::path path = FillPattern(requests_[i], run_, repeat);
      std::error_code error;
      if (std::filesystem::symlink_status(path, error).type() !=
          std::filesystem::file_type::not_found) {
        return ReportFault{path, {Cause::kOutputExists, EEXIST}};
      }
    }
    if (std::optional<ReportFault> fault = OpenFile(i, each ? 1 : 0)) return fault;
  }
  return std::nullopt;
}

std::optional<ReportFault> ReportSet::OpenFile(std::size_t request, int repeat) {
  File& file = files_[{request, repeat}];
  file.path = FillPattern(requests_[request], run_, repeat == 0 ? 1 : repeat);
  auto opened = OpenTestReport(requests_[request].format, file.path, run_);
  if (const auto* failed = std::get_if<NewFileResult>(&opened)) {
    return ReportFault{file.path, *failed};
  }
  file.report = std::move(std::get<0>(opened));
  return std::nullopt;
}

ReportSet::File* ReportSet::FileOf(std::size_t request, int repeat) {
  if (!HasRepeatPlaceholder(requests_[request])) repeat = 0;
  if (files_.find({request, repeat}) == files_.end()) {
    if (const auto fault = OpenFile(request, repeat)) faults_.push_back(*fault);
  }
  File& file = files_[{request, repeat}];
  return file.report ? &file : nullptr;
}

void ReportSet::Started(const TestStart& test) {
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    if (File* file = FileOf(i, test.repeat)) file->report->Started(test);
  }
}

void ReportSet::Finished(const TestResult& result) {
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    File* const file = FileOf(i, result.start.repeat);
    if (file == nullptr) continue;
    file->report->Finished(result);
    Count(result, file->counts);
  }
}

void ReportSet::LeaveIterations(int repeat) {
  if (repeat <= left_) return;
  left_ = repeat;
  for (auto& [key, file] : files_) {
    if (!file.report || key.second == 0 || key.second >= repeat) continue;
    const NewFileResult ended = file.report->End(file.counts);
    if (!ended.ok()) faults_.push_back({file.path, ended});
    file.report.reset();
  }
}

std::vector<ReportFault> ReportSet::TakeFaults() { return std::exchange(faults_, {}); }

std::vector<ReportFault> ReportSet::End(const TestRunSummary& summary) {
  for (auto& [key, file] : files_) {
    if (!file.report) continue;
    TestRunSummary own = summary;
    if (key.second != 0) {
      own.passed = file.counts.passed;
      own.failed = file.counts.failed;
      own.skipped = file.counts.skipped;
      own.not_run = file.counts.not_run;
      own.total = file.counts.total;
    }
    const NewFileResult ended = file.report->End(own);
    if (!ended.ok()) faults_.push_back({file.path, ended});
    file.report.reset();
  }
  return TakeFaults();
}

std::string Sentence(const ReportFault& fault) {
  const CauseInfo& row = Info(*fault.result.cause);
  std::string text = "the report is not saved as " + fault.path.string() + ". ";
  text += row.sentence;
  if (fault.result.error_number != 0) {
    text += std::string(" (") + std::strerror(fault.result.error_number) + ")";
  }
  return text + " " + std::string(row.next_step);
}

}  // namespace kernodeck
