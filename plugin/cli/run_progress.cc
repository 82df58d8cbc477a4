#include "plugin/cli/run_progress.h"

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace kernodeck {
namespace {

constexpr std::size_t kColumns = 79;

std::string Duration(double seconds) {
  const auto whole = std::int64_t{std::llround(seconds)};
  if (whole < 60) return std::to_string(whole) + " s";
  if (whole < 3600) return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
  return std::to_string(whole / 3600) + " h " + std::to_string(whole / 60 % 60) + " min";
}

}  // namespace

std::string ProgressText(const RunProgress& progress) {
  std::string text = std::to_string(progress.done);
  if (progress.total > 0) text += " of " + std::to_string(progress.total);
  text += " done, " + std::to_string(progress.failed) + " failed";
  if (progress.done > 0 && progress.total > progress.done) {
    const double each = progress.elapsed.count() / progress.done;
    text += ", " + Duration(each * (progress.total - progress.done)) + " left";
  }
  if (!progress.running.empty()) text += ", running " + progress.running;
  if (text.size() > kColumns) text.resize(kColumns);
  // Whatever a test is called, the terminal gets no control bytes of it.
  for (char& letter : text) {
    if (letter < ' ' || letter > '~') letter = '?';
  }
  return text;
}

}  // namespace kernodeck
