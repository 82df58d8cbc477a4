#include "plugin/report/json_test_report.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include "plugin/report/json_test_record.h"
#include "plugin/report/write_all.h"

namespace kernodeck {
namespace {

constexpr std::size_t kPage = 4096;  // the smallest page that there is
constexpr std::string_view kComma = ",\n";

// Where the next of two letters stands; find_first_of() makes a call for each byte.
std::size_t FindEither(std::string_view text, std::size_t place, char one, char other) {
  while (place < text.size() && text[place] != one && text[place] != other) ++place;
  return place;
}

std::size_t PageEnd(std::size_t place) { return (place / kPage + 1) * kPage; }

}  // namespace

NewFileResult JsonTestReport::Create(const std::filesystem::path& path) {
  head_ = JsonTestsHead(run_);
  end_ = head_.size();
  return file_.Create(path, head_, kOpenJsonTestsEnd);
}

void JsonTestReport::Fail(const NewFileResult& result) {
  if (failure_.ok()) failure_ = result;
}

void JsonTestReport::Put(std::size_t place, std::string_view bytes) {
  if (!WriteAllAt(file_.fd(), bytes, static_cast<off_t>(place))) Fail(Incomplete(errno));
}

// One write, padded over what stood there.
void JsonTestReport::Write(const Slot& slot, std::string_view record) {
  std::string bytes = (slot.first ? "\n" : std::string(kComma)).append(record);
  bytes.resize(std::max(bytes.size(), slot.size), ' ');
  Put(slot.place, bytes);
}

void JsonTestReport::Blank(const Slot& slot) { Put(slot.place, std::string(slot.size, ' ')); }

JsonTestReport::Slot JsonTestReport::Append(std::string_view record) {
  Slot slot{end_, kComma.size() + record.size(), empty_};
  if (slot.first) slot.size = kComma.size() + kMaxTestRecord;
  if (slot.place + slot.size > PageEnd(slot.place)) slot.place = PageEnd(slot.place);
  if (slot.place + slot.size > file_.room_end()) {
    const std::size_t need = slot.place + slot.size - end_;
    if (const NewFileResult grown = file_.Grow(end_, need); !grown.ok()) {
      Fail(grown);
      return slot;
    }
  }
  Write(slot, record);
  end_ = slot.place + slot.size;
  empty_ = false;
  return slot;
}

// Whether `record` can take the place of the one in `slot`; the last one may become longer.
bool JsonTestReport::FitsInto(const Slot& slot, std::string_view record) {
  const std::size_t size = kComma.size() + record.size();
  if (size <= slot.size) return true;
  const std::size_t end = slot.place + size;
  if (slot.place + slot.size != end_ || end > PageEnd(slot.place) || end > file_.room_end())
    return false;
  end_ = end;
  return true;
}

void JsonTestReport::Started(const TestStart& test) {
  if (!failure_.ok()) return;
  const bool known = std::any_of(running_.begin(), running_.end(), [&test](const Running& other) {
    return other.id == test.id && other.repeat == test.repeat;
  });
  if (known) return;
  const Slot slot = Append(RunningTestRecord(test));
  if (failure_.ok()) running_.push_back({test.id, test.repeat, slot});
}

void JsonTestReport::Finished(const TestResult& result) {
  if (!failure_.ok()) return;
  const std::string record = FinishedTestRecord(result);
  const auto is_its = [&result](const Running& other) {
    return other.id == result.start.id && other.repeat == result.start.repeat;
  };
  const auto running = std::find_if(running_.begin(), running_.end(), is_its);
  std::optional<Running> replaced;
  if (running != running_.end()) {
    replaced = std::move(*running);
    running_.erase(running);
  } else if (last_ && is_its(*last_)) {
    replaced = std::move(last_);
  }
  if (replaced && FitsInto(replaced->slot, record)) {
    Write(replaced->slot, record);
    replaced->slot.size = std::max(replaced->slot.size, kComma.size() + record.size());
    last_ = std::move(replaced);
    return;
  }
  const Slot slot = Append(record);
  if (failure_.ok() && replaced) Blank(replaced->slot);
  last_ = Running{result.start.id, result.start.repeat, slot};
}

NewFileResult JsonTestReport::End(const TestRunSummary& summary) {
  if (!failure_.ok()) return failure_;
  const NewFileResult finished = file_.Finish([&](FileWriter& writer) {
    DenseJson dense;
    writer.Append(head_);
    const int error = ReadPieces(file_.fd(), head_.size(), end_, [&](std::string_view piece) {
      writer.Append(dense.Dense(piece));
    });
    writer.Append(JsonTestsEnd(summary));
    return error;
  });
  if (!finished.ok()) Fail(finished);
  return failure_;
}

std::string DenseJson::Dense(std::string_view piece) {
  std::string dense;
  dense.reserve(piece.size());
  while (!piece.empty()) {
    const bool text = in_text_;
    const std::size_t run = text ? TextRun(piece) : FindEither(piece, 0, '"', ' ');
    dense.append(piece.substr(0, run));
    piece.remove_prefix(run);
    if (text || piece.empty()) continue;
    in_text_ = piece.front() == '"';
    if (in_text_) dense.push_back('"');
    piece.remove_prefix(1);
  }
  return dense;
}

// How much of `piece`, which begins inside a text, belongs to the text, its closing mark included.
std::size_t DenseJson::TextRun(std::string_view piece) {
  std::size_t place = 0;
  while (place < piece.size()) {
    if (std::exchange(escaped_, false)) {
      ++place;
      continue;
    }
    place = FindEither(piece, place, '"', '\\');
    if (place == piece.size()) break;
    const bool closes = piece[place++] == '"';
    escaped_ = !closes;
    in_text_ = !closes;
    if (closes) break;
  }
  return place;
}

}  // namespace kernodeck
