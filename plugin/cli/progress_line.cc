#include "plugin/cli/progress_line.h"

#include <algorithm>

#include "kernodeck/stage.h"

namespace kernodeck {
namespace {

// The words for what may be under way; empty for what the protocol does not know. Whatever a worker
// sends, only words of ours reach the terminal.
std::string Words(std::string_view what) {
  if (what == "driver") return "driver check";
  if (what == "context") return "context";
  return FindStage(what) ? std::string(what) : "";
}

}  // namespace

void ProgressLine::Start() { Show(); }

void ProgressLine::Observe(const Event& event) {
  const std::string what(event.Find("what").value_or(""));
  if (Words(what).empty()) return;
  const std::string before = UnderWay();
  const auto place = std::find(open_.begin(), open_.end(), what);
  const bool ends = event.name == "end" || event.name == "failure";
  if (event.name == "begin" && place == open_.end()) open_.push_back(what);
  if (ends && place != open_.end()) open_.erase(place);
  if (UnderWay() != before) Show();
}

void ProgressLine::Erase() {
  line_.Show("");
  line_ = StatusLine(nullptr);
}

std::string ProgressLine::UnderWay() const { return open_.empty() ? "" : Words(open_.back()); }

void ProgressLine::Show() {
  const std::string stage = UnderWay();
  line_.Show(stage.empty() ? "checking ..." : "checking: " + stage + " ...");
}

}  // namespace kernodeck
