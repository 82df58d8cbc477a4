#include "plugin/run/error_text.h"

#include <utility>

#include "plugin/run/marker_line.h"

namespace kernodeck {

void ErrorText::Take(std::string_view bytes) {
  if (std::exchange(marks_came_, false)) fresh_.clear();
  lines_.Feed(bytes, [this](std::string_view line) { TakeLine(line); });
}

void ErrorText::TakeLine(std::string_view line) {
  const std::string plain = WithoutColors(line) + "\n";
  said_.Append(plain);
  if (fresh_.size() < kMaxFresh) fresh_ += plain;
}

void ErrorText::TestEnded() {
  said_ = BoundedOutput(kMaxSaid);
  unsure_ = fresh_;
}

void ErrorText::Finish() {
  lines_.Finish([this](std::string_view line) { TakeLine(line); });
}

}  // namespace kernodeck
