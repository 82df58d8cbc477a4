#include "plugin/run/result_text.h"

#include <cstring>
#include <functional>

#include "plugin/diagnosis/signal_name.h"
#include "plugin/run/test_list.h"

namespace kernodeck {
namespace {

constexpr std::size_t kMaxFinding = 300;
// Two values with what they are, and what both were expected to be.
constexpr std::size_t kMaxFindingLines = 6;

void ForEachLine(std::string_view text, const std::function<bool(std::string_view)>& take) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (!take(text.substr(0, end))) return;
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
}

bool IsBlank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

bool EndsWith(std::string_view line, std::string_view end) {
  return line.size() >= end.size() && line.substr(line.size() - end.size()) == end;
}

// `file:12: Failure`, as GoogleTest begins what it has to say.
std::string_view PlaceIn(std::string_view line) {
  for (const std::string_view end : {": Failure", ": Skipped", ": error: Failure"}) {
    if (EndsWith(line, end)) return line.substr(0, line.size() - end.size());
  }
  return {};
}

}  // namespace

std::string CodeMessage(Code code, std::string_view sentence) {
  return std::string(Info(code).name).append(": ").append(sentence);
}

std::string FailureText(const std::string& message, std::string_view said) {
  std::string text = message;
  ForEachLine(said, [&](std::string_view line) {
    if (IsBlank(line)) return true;
    text += line.front() == '[' ? "\n " : "\n";
    text += line;
    return true;
  });
  return text;
}

std::string FirstFinding(std::string_view said) {
  std::string finding;
  std::size_t lines = 0;  // of what was found
  ForEachLine(said, [&](std::string_view line) {
    const std::string_view place = PlaceIn(line);
    if (finding.empty()) {
      // GoogleTest without a place says `unknown file`.
      finding = place;
      return true;
    }
    if (IsBlank(line)) return true;
    if (!place.empty() || line.front() == '[' || ++lines > kMaxFindingLines) return false;
    line.remove_prefix(line.find_first_not_of(" \t"));
    // What a macro without a comparison says before its message.
    constexpr std::string_view kFailed = ": Failed";
    const bool only_failed = lines == 2 && EndsWith(finding, kFailed);
    if (only_failed) finding.resize(finding.size() - kFailed.size());
    const char* const separator = lines == 1 || only_failed ? ": " : " ";
    finding.append(separator).append(line);
    return finding.size() <= kMaxFinding;
  });
  if (finding.size() > kMaxFinding) finding.resize(kMaxFinding);
  return finding;
}

std::string WithReportedPaths(std::string_view said, const std::filesystem::path& folder) {
  std::string text;
  ForEachLine(said, [&](std::string_view line) {
    const std::string_view place = PlaceIn(line);
    const std::size_t colon = place.rfind(':');
    if (!place.empty() && place.front() == '/' && colon != std::string_view::npos) {
      text += ReportedFile(std::string(place.substr(0, colon)), folder);
      line.remove_prefix(colon);
    }
    text.append(line).append("\n");
    return true;
  });
  return text;
}

std::string EndPhrase(const ProcessEnd& end) {
  switch (end.kind) {
    case ProcessEnd::Kind::kExited:
      return end.exit_status < 0 ? "ended, and its exit status was lost"
                                 : "exited with status " + std::to_string(end.exit_status);
    case ProcessEnd::Kind::kSignaled:
      return "was ended by " + SignalName(end.signal);
    case ProcessEnd::Kind::kTimedOut:
      return "was stopped at its time limit";
    case ProcessEnd::Kind::kFailedToStart:
      return std::string("could not be started (") + std::strerror(end.start_error) + ")";
    case ProcessEnd::Kind::kCouldNotBeKilled:
      return "could not be stopped at its time limit; the kernel holds it in state " + end.state;
    case ProcessEnd::Kind::kInterrupted:
      return "was stopped, as the run was interrupted by " + SignalName(end.signal);
  }
  return "";
}

}  // namespace kernodeck
