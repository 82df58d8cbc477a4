#include "plugin/run/output_relay.h"

#include "plugin/run/marker_line.h"

namespace kernodeck {
namespace {

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

void OutputRelay::Take(std::string_view bytes, bool in_test) {
  if (style_.brief) {
    lines_.Feed(bytes, [this](std::string_view line) { TakeBrief(line); });
  } else {
    kept_.append(bytes);
  }
  if (style_.whole_tests && in_test && kept_.size() < kMaxKept) return;
  // The beginning of a line belongs to what follows.
  const std::size_t end = style_.whole_tests ? kept_.rfind('\n') + 1 : kept_.size();
  if (end == 0) return;
  write_(std::string_view(kept_).substr(0, end));
  kept_.erase(0, end);
}

void OutputRelay::Finish() {
  lines_.Finish([this](std::string_view line) { TakeBrief(line); });
  if (!kept_.empty()) write_(kept_);
  kept_.clear();
}

}  // namespace kernodeck
