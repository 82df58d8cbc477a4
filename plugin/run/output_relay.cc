#include "plugin/run/output_relay.h"

#include "plugin/run/marker_line.h"

namespace kernodeck {
namespace {

constexpr std::string_view kFilterNote = "Note: Google Test filter = ";

bool IsOfNoInterest(std::string_view line) {
  const std::string plain = WithoutColors(line);
  const Marker marker = ParseMarker(plain);
  switch (marker.kind) {
    case MarkerKind::kSuiteBegin:
    case MarkerKind::kSuiteEnd:
    case MarkerKind::kRun:
    case MarkerKind::kPassed:
      return marker.at == 0;
    case MarkerKind::kNone:
    case MarkerKind::kFailed:
    case MarkerKind::kSkipped:
      break;
  }
  return plain.compare(0, 13, "[----------] ") == 0 || plain.empty();
}

}  // namespace

void OutputRelay::TakeBrief(std::string_view line) {
  if (!IsOfNoInterest(line)) kept_.append(line).append("\n");
}

void OutputRelay::Keep(std::string_view bytes) {
  if (style_.brief) {
    lines_.Feed(bytes, [this](std::string_view line) { TakeBrief(line); });
  } else {
    kept_.append(bytes);
  }
}

// The note can be longer than any line that is kept, so it is dropped as it comes.
void OutputRelay::TakeWithoutNote(std::string_view bytes) {
  while (!bytes.empty()) {
    if (at_line_start_) {
      const std::size_t wanted = kFilterNote.size() - line_start_.size();
      const std::string_view next = bytes.substr(0, wanted);
      if (kFilterNote.substr(line_start_.size(), next.size()) == next) {
        line_start_.append(next);
        bytes.remove_prefix(next.size());
        if (line_start_.size() < kFilterNote.size()) return;
        in_note_ = true;
      }
      if (!in_note_) Keep(line_start_);
      line_start_.clear();
      at_line_start_ = false;
    }
    const std::size_t newline = bytes.find('\n');
    const std::size_t end = newline == std::string_view::npos ? bytes.size() : newline + 1;
    if (!in_note_) Keep(bytes.substr(0, end));
    bytes.remove_prefix(end);
    at_line_start_ = newline != std::string_view::npos;
    if (at_line_start_) in_note_ = false;
  }
}

void OutputRelay::Take(std::string_view bytes, bool in_test) {
  if (style_.own_filter) {
    TakeWithoutNote(bytes);
  } else {
    Keep(bytes);
  }
  if (style_.whole_tests && in_test && kept_.size() < kMaxKept) return;
  // The beginning of a line belongs to what follows.
  const std::size_t end = style_.whole_tests ? kept_.rfind('\n') + 1 : kept_.size();
  if (end == 0) return;
  write_({kept_.data(), end});
  kept_.erase(0, end);
}

void OutputRelay::Finish() {
  Keep(line_start_);
  line_start_.clear();
  at_line_start_ = true;
  in_note_ = false;
  lines_.Finish([this](std::string_view line) { TakeBrief(line); });
  if (!kept_.empty()) write_(kept_);
  kept_.clear();
}

}  // namespace kernodeck
