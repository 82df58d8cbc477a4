#include "plugin/report/junit_report.h"

#include <algorithm>
#include <cerrno>

#include "plugin/report/shown_records.h"

namespace kernodeck {

NewFileResult JunitReport::Create(const std::filesystem::path& path) {
  head_ = ChangeableJunitHead(run_, dialect_);
  std::string used = head_.xml;
  used.append(kHiddenOpener);
  unended_ = used.size() - 1;
  used.append(UnendedRunCase());
  records_ = used.size();
  used.append(kHiddenOpener);
  used[unended_] = '>';
  // The counts are those of an empty run whose own case is shown.
  JunitCounts counts = Shown();
  for (const std::size_t element : {0U, 1U}) {
    used.replace(head_.tests[element], 8, EightDigits(counts.tests).data(), 8);
    used.replace(head_.errors[element], 8, EightDigits(counts.errors).data(), 8);
  }
  written_ = counts;
  end_ = used.size();
  const NewFileResult created = file_.Create(path, used, std::string("?>\n").append(kJunitEnd));
  if (created.ok()) window_.Open(file_.fd(), file_.size());
  return created;
}

// After the first failure the file stays as it is: whole, and telling that the run had not ended.
void JunitReport::Fail(const NewFileResult& result) {
  if (failure_.ok()) failure_ = result;
}

bool JunitReport::Ready() {
  if (failure_.ok() && !window_.StillWhole()) Fail(Incomplete(errno));
  return failure_.ok();
}

void JunitReport::Write(std::size_t place, std::string_view bytes) {
  if (failure_.ok() && !window_.Write(place, bytes)) Fail(Incomplete(errno));
}

// Writes a record behind the others, hidden. Returns the place of the byte that shows it.
std::size_t JunitReport::Append(std::string_view record) {
  const std::size_t need = record.size() + kHiddenOpener.size();
  if (end_ + need > file_.room_end()) {
    if (const NewFileResult grown = file_.Grow(end_, need); !grown.ok()) {
      Fail(grown);
      return 0;
    }
    window_.Open(file_.fd(), file_.size());
  }
  const std::size_t place = end_ - 1;
  Write(end_, record);
  Write(end_ + record.size(), kHiddenOpener);
  end_ += need;
  return place;
}

// What the file shows: the finished tests, and as errors the running ones, or the run itself.
JunitCounts JunitReport::Shown() const {
  JunitCounts counts = finished_;
  const std::size_t unfinished = std::max<std::size_t>(running_.size(), 1);
  counts.tests += unfinished;
  counts.errors += unfinished;
  return counts;
}

void JunitReport::WriteCounts(const JunitCounts& counts) {
  const auto put = [this](std::size_t place, std::size_t number, std::size_t& written) {
    if (number == written) return;
    const std::array<char, 8> digits = EightDigits(number);
    Write(place, {digits.data(), digits.size()});
  };
  for (const std::size_t element : {0U, 1U}) {
    put(head_.tests[element], counts.tests, written_.tests);
    put(head_.failures[element], counts.failures, written_.failures);
    put(head_.errors[element], counts.errors, written_.errors);
    if (counts.time != written_.time) Write(head_.time[element], FixedSeconds(counts.time));
  }
  put(head_.skipped, counts.skipped, written_.skipped);
  written_ = counts;
}

void JunitReport::Started(const TestStart& test) {
  if (!Ready()) return;
  const bool known = std::any_of(running_.begin(), running_.end(), [&test](const Running& other) {
    return other.id == test.id && other.repeat == test.repeat;
  });
  if (known) return;
  record_.clear();
  AppendRunningCase(test, dialect_, record_);
  const std::size_t record = Append(record_);
  if (!failure_.ok()) return;
  running_.push_back({test.id, test.repeat, record});
  // A count is raised before there is something more, and lowered after there is something less.
  WriteCounts(Shown());
  Show(record);
  if (running_.size() == 1) Hide(unended_);
}

void JunitReport::Count(TestStatus status, std::chrono::duration<double> seconds, bool more) {
  const auto step = [more](std::size_t& count) { more ? ++count : --count; };
  step(finished_.tests);
  finished_.time += more ? std::max(seconds, {}) : -std::max(seconds, {});
  if (status == TestStatus::kFailed) step(finished_.failures);
  if (status == TestStatus::kSkipped || status == TestStatus::kNotRun) step(finished_.skipped);
}

// The place of what `result` takes the place of; 0 where there is none. Its own counts are gone.
std::size_t JunitReport::Replaced(const TestResult& result, bool& amends) {
  const auto is_its = [&result](const Running& other) {
    return other.id == result.start.id && other.repeat == result.start.repeat;
  };
  const auto running = std::find_if(running_.begin(), running_.end(), is_its);
  amends = running == running_.end() && last_ && is_its(last_->shown);
  if (amends) {
    Count(last_->status, last_->seconds, false);
    return last_->shown.record;
  }
  if (running == running_.end()) return 0;
  const std::size_t record = running->record;
  running_.erase(running);
  return record;
}

void JunitReport::Finished(const TestResult& result) {
  if (!Ready()) return;
  record_.clear();
  AppendFinishedCase(result, dialect_, run_.repeats, record_);
  const std::size_t record = Append(record_);
  if (!failure_.ok()) return;
  bool amends = false;
  const std::size_t replaced = Replaced(result, amends);
  Count(result.status, result.seconds, true);
  last_ = Last{{result.start.id, result.start.repeat, record}, result.status, result.seconds};
  const JunitCounts counts = Shown();
  JunitCounts raised = counts;
  raised.tests += amends ? 1 : 0;
  raised.errors = std::max(counts.errors, written_.errors);
  WriteCounts(raised);
  Show(record);
  if (replaced != 0) {
    if (!amends && running_.empty()) Show(unended_);
    Hide(replaced);
  }
  WriteCounts(counts);
}

int JunitReport::FillFinal(const TestRunSummary& summary, FileWriter& writer) {
  const std::string problem = RunProblemCase(summary);
  JunitCounts counts = finished_;
  counts.tests += running_.size() + (problem.empty() ? 0 : 1);
  counts.errors += running_.size();
  counts.failures += problem.empty() ? 0 : 1;
  writer.Append(FinalJunitHead(run_, summary, dialect_, counts));
  ShownRecords records([&writer](std::string_view text) { writer.Append(text); });
  const int error = ReadPieces(file_.fd(), records_, end_,
                               [&records](std::string_view piece) { records.Take(piece); });
  if (!problem.empty()) writer.Append(problem + "\n");
  writer.Append(kJunitEnd);
  return error;
}

NewFileResult JunitReport::End(const TestRunSummary& summary) {
  if (!Ready()) return failure_;
  const NewFileResult finished =
      file_.Finish([&](FileWriter& writer) { return FillFinal(summary, writer); });
  if (!finished.ok()) Fail(finished);
  window_.Close();
  return failure_;
}

}  // namespace kernodeck
