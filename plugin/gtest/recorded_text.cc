#include "plugin/gtest/recorded_text.h"

#include <algorithm>

namespace kernodeck {
namespace {

constexpr std::string_view kTrace = "\nGoogle Test trace:\n";

// `C++ exception with description "first line` + `" thrown in the test body.`
std::string WithoutFrames(std::string_view message) {
  const std::size_t line_end = message.find('\n');
  const std::size_t thrown = message.rfind("\" thrown in ");
  if (line_end == std::string_view::npos) return std::string(message);
  if (thrown == std::string_view::npos || thrown < line_end) {
    return std::string(message.substr(0, line_end));
  }
  return std::string(message.substr(0, line_end)).append(message.substr(thrown));
}

// `/path/of/file.cc:12: what was traced`
std::string WithSourceName(std::string_view line,
                           const std::function<std::string(std::string_view)>& source_name) {
  const std::size_t end = line.find(": ");
  const std::size_t colon = end == std::string_view::npos ? end : line.rfind(':', end - 1);
  if (end == 0 || colon == std::string_view::npos) return std::string(line);
  return source_name(line.substr(0, colon)).append(line.substr(colon));
}

}  // namespace

std::string RecordedText(std::string_view message, bool escaped,
                         const std::function<std::string(std::string_view)>& source_name) {
  const std::size_t trace = message.find(kTrace);
  const std::string_view said = message.substr(0, trace);
  std::string text = escaped ? WithoutFrames(said) : std::string(said);
  if (trace == std::string_view::npos) return text;
  text += kTrace;
  std::string_view lines = message.substr(trace + kTrace.size());
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    text += WithSourceName(lines.substr(0, end), source_name);
    if (end < lines.size()) text += '\n';
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return text;
}

}  // namespace kernodeck
