#include "plugin/run/marker_line.h"

#include <array>
#include <cstdint>
#include <utility>

#include "plugin/core/to_number.h"

namespace kernodeck {
namespace {

constexpr std::array<std::pair<std::string_view, MarkerKind>, 5> kMarks = {
    std::pair{std::string_view("[ RUN      ] "), MarkerKind::kRun},
    std::pair{std::string_view("[       OK ] "), MarkerKind::kPassed},
    std::pair{std::string_view("[  FAILED  ] "), MarkerKind::kFailed},
    std::pair{std::string_view("[  SKIPPED ] "), MarkerKind::kSkipped},
    std::pair{std::string_view("[----------] "), MarkerKind::kSuiteBegin}};
constexpr std::size_t kMarkBytes = 13;

// `2 tests from S`, then nothing, `, where TypeParam = int` or ` (3 ms total)`.
Marker SuiteMarker(std::size_t at, std::string_view rest) {
  constexpr std::string_view kFrom = " from ";
  const std::size_t from = rest.find(kFrom);
  if (from == std::string_view::npos || rest.find(" test") > from) return {};
  std::string_view name = rest.substr(from + kFrom.size());
  constexpr std::string_view kTotal = " ms total)";
  const bool ends =
      name.size() > kTotal.size() && name.substr(name.size() - kTotal.size()) == kTotal;
  name = name.substr(0, name.find_first_of(", "));
  return {ends ? MarkerKind::kSuiteEnd : MarkerKind::kSuiteBegin, at, name};
}

constexpr std::string_view kRunFrame = "[==========] ";
constexpr std::string_view kSuiteFrame = "[----------] ";

bool BeginsWith(std::string_view text, std::string_view beginning) {
  return text.substr(0, beginning.size()) == beginning;
}

// The number that `text` begins with.
std::optional<std::size_t> Leading(std::string_view text) {
  return ToNumber<std::size_t>(text.substr(0, text.find_first_not_of("0123456789")));
}

}  // namespace

Marker ParseMarker(std::string_view line) {
  for (std::size_t at = line.rfind('['); at != std::string_view::npos;
       at = at == 0 ? std::string_view::npos : line.rfind('[', at - 1)) {
    const std::string_view mark = line.substr(at, kMarkBytes);
    for (const auto& [text, kind] : kMarks) {
      if (mark != text) continue;
      const std::string_view rest = line.substr(at + kMarkBytes);
      return kind == MarkerKind::kSuiteBegin ? SuiteMarker(at, rest) : Marker{kind, at, rest};
    }
  }
  return {};
}

bool NamesTest(std::string_view rest, std::string_view test) {
  if (rest.substr(0, test.size()) != test) return false;
  rest.remove_prefix(test.size());
  return rest.empty() || rest.substr(0, 2) == " (" || rest.substr(0, 8) == ", where ";
}

std::optional<std::chrono::milliseconds> PrintedTime(std::string_view rest) {
  constexpr std::string_view kUnit = " ms)";
  const std::size_t open = rest.rfind('(');
  if (open == std::string_view::npos || rest.size() < open + 1 + kUnit.size()) return std::nullopt;
  if (rest.substr(rest.size() - kUnit.size()) != kUnit) return std::nullopt;
  const auto number =
      ToNumber<std::int64_t>(rest.substr(open + 1, rest.size() - open - 1 - kUnit.size()));
  if (!number || *number < 0) return std::nullopt;
  return std::chrono::milliseconds(*number);
}

bool IsFrame(std::string_view line) {
  return BeginsWith(line, kRunFrame) || BeginsWith(line, kSuiteFrame);
}

std::optional<std::size_t> CountOfRan(std::string_view line) {
  if (!BeginsWith(line, kRunFrame) || line.find(" ran.") == std::string_view::npos) {
    return std::nullopt;
  }
  return Leading(line.substr(kRunFrame.size()));
}

std::optional<std::size_t> RepeatedIteration(std::string_view line) {
  constexpr std::string_view kRepeating = "Repeating all tests (iteration ";
  return BeginsWith(line, kRepeating) ? Leading(line.substr(kRepeating.size())) : std::nullopt;
}

std::string WithoutColors(std::string_view line) {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  if (line.find('\x1b') == std::string_view::npos) return std::string(line);
  std::string plain;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '\x1b') {
      plain.push_back(line[i]);
      continue;
    }
    if (i + 1 >= line.size() || line[i + 1] != '[') continue;
    // ESC [ parameters, up to a byte from @ to ~.
    for (i += 2; i < line.size() && (line[i] < '@' || line[i] > '~'); ++i) {
    }
  }
  return plain;
}

}  // namespace kernodeck
