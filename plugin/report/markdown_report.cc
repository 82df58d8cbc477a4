#include "plugin/report/markdown_report.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include "plugin/report/plain_text.h"
#include "plugin/report/report_phrases.h"

namespace kernodeck {
namespace {

constexpr std::size_t kMaxCellColumns = 1000;
constexpr std::size_t kMaxDeviceRows = 100;
constexpr std::string_view kCutNote =
    "\nSomething was left out here to stay below 64 KiB; the JSON report has all of it.\n";

// ASCII punctuation that starts markup somewhere; the rest reads better unescaped.
bool IsMarkup(char letter) {
  constexpr std::string_view kMarkup = "\\`*_{}[]<>()#+|~!&\"'@$^=:";
  return kMarkup.find(letter) != std::string_view::npos;
}

// `text` on one line, cut to what a cell may hold. Not escaped yet.
std::string Cut(std::string_view text) {
  const std::string line = OneLine(text);
  const std::string_view kept = FirstColumns(line, kMaxCellColumns);
  return std::string(kept) + (kept.size() < line.size() ? " …" : "");
}

std::string Cell(std::string_view text) { return EscapeMarkdown(Cut(text)); }

std::string Code(std::string_view text) { return "<code>" + EscapeMarkdown(text) + "</code>"; }

// A sentence of ours: what stands between backticks is shown as code. Both parts are escaped, so
// nothing in it can become other markup.
std::string Sentence(std::string_view sentence) {
  const std::string cut = Cut(sentence);
  std::string_view text = cut;
  std::string result;
  bool code = false;
  while (true) {
    const std::size_t tick = text.find('`');
    const std::string_view part = text.substr(0, tick);
    result += code ? Code(part) : EscapeMarkdown(part);
    if (tick == std::string_view::npos) break;
    text.remove_prefix(tick + 1);
    // A tick without its second one is only a tick.
    if (!code && text.find('`') == std::string_view::npos)
      return result + EscapeMarkdown("`") + EscapeMarkdown(text);
    code = !code;
  }
  return result;
}

std::string Row(std::string_view subject, const std::string& cell) {
  return "| " + std::string(subject) + " | " + cell + " |\n";
}

std::string_view Shown(StageResult result) {
  switch (result) {
    case StageResult::kPassed:
      return "✅ passed";
    case StageResult::kFailed:
      return "❌ failed";
    case StageResult::kNotReached:
      return "not reached";
  }
  return "";
}

std::string StageTable(const DiagnosticReport& report) {
  std::string table = "| Stage | Result | Time |\n|---|---|---:|\n";
  for (const StageReport& stage : report.stages) {
    const std::string time = stage.seconds ? FormatSeconds(*stage.seconds) : "";
    table += Row(Name(stage.stage), std::string(Shown(stage.result)) + " | " + time);
  }
  return table;
}

std::string DeviceTable(const DiagnosticReport& report) {
  if (!report.devices || report.devices->empty()) return "";
  const std::vector<DeviceVerdict>& devices = *report.devices;
  std::string table = "| Device | Result | Stage | Cause | Time |\n|---|---|---|---|---:|\n";
  for (std::size_t i = 0; i < std::min(devices.size(), kMaxDeviceRows); ++i) {
    const Verdict& verdict = devices[i].verdict;
    const std::string cause = verdict.cause ? Code(Info(*verdict.cause).id) : std::string();
    table += Row("cuda:" + std::to_string(devices[i].index),
                 std::string(Passed(verdict.code) ? "✅ " : "❌ ") + Code(Info(verdict.code).name) +
                     " | " + std::string(Name(verdict.stage)) + " | " + cause + " | " +
                     FormatSeconds(devices[i].total));
  }
  if (devices.size() > kMaxDeviceRows) {
    table += Row("and " + std::to_string(devices.size() - kMaxDeviceRows) + " more", " | | | ");
  }
  return table + "\nStages of " + EscapeMarkdown(report.execution.requested) + ":\n\n";
}

std::string Heading(const Verdict& verdict) {
  const CodeInfo& code = Info(verdict.code);
  return "## " + std::string(Passed(verdict.code) ? "✅" : "❌") + " kernodeck: `" +
         std::string(code.name) + "` (exit status " + std::to_string(code.exit_status) + ")\n\n" +
         Sentence(verdict.message) + "\n\n";
}

std::string VerdictTable(const DiagnosticReport& report) {
  const Verdict& verdict = report.verdict;
  std::string table = "| Verdict | |\n|---|---|\n";
  if (!Passed(verdict.code)) table += Row("Stage", Cell(Name(verdict.stage)));
  if (verdict.cause) {
    const CauseInfo& cause = Info(*verdict.cause);
    table += Row("Cause", Code(cause.id) + " (" + std::string(Phrase(cause.certainty)) + ")");
  }
  if (verdict.owner != Owner::kNone) table += Row("Owner", Cell(Name(verdict.owner)));
  return table + Row("Next step", Sentence(verdict.next_step));
}

std::vector<std::string> OptionalRows(const DiagnosticReport& report) {
  std::vector<std::string> rows;
  for (const Mismatch& mismatch : report.execution.mismatch)
    rows.push_back(Row("Mismatch", Cell(MismatchPhrase(mismatch))));
  for (const Finding& finding : Findings(report))
    rows.push_back(Row(finding.subject, Cell(finding.text)));
  rows.push_back(Row("Time", FormatSeconds(report.total)));
  for (const auto& [key, value] : report.labels)
    rows.push_back(Row("Label " + Cell(key), Cell(value)));
  return rows;
}

}  // namespace

std::string EscapeMarkdown(std::string_view text) {
  std::string escaped;
  for (const char letter : OneLine(text)) {
    if (IsMarkup(letter)) {
      escaped += "&#" + std::to_string(static_cast<int>(letter)) + ";";
    } else {
      escaped.push_back(letter);
    }
  }
  return escaped;
}

std::string ToMarkdown(const DiagnosticReport& report) {
  std::string text = Heading(report.verdict) + DeviceTable(report) + StageTable(report) + "\n" +
                     VerdictTable(report);
  for (const std::string& row : OptionalRows(report)) {
    if (text.size() + row.size() + kCutNote.size() > kMaxMarkdownBytes)
      return text.append(kCutNote);
    text += row;
  }
  return text;
}

}  // namespace kernodeck
