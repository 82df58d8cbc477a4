#include "plugin/report/text_report.h"

#include <string_view>

#include "plugin/report/plain_text.h"
#include "plugin/report/report_phrases.h"

namespace kernodeck {
namespace {

constexpr std::size_t kSubjectColumns = 11;

enum class Paint { kNone, kGood, kBad, kDim };

std::string_view Escape(Paint paint) {
  switch (paint) {
    case Paint::kNone:
      return "";
    case Paint::kGood:
      return "\x1b[1;32m";
    case Paint::kBad:
      return "\x1b[1;31m";
    case Paint::kDim:
      return "\x1b[2m";
  }
  return "";
}

std::string Painted(std::string_view text, Paint paint, const TextOptions& options) {
  if (!options.color || paint == Paint::kNone) return std::string(text);
  return std::string(Escape(paint)).append(text).append("\x1b[0m");
}

std::string Padded(std::string_view text, std::size_t columns) {
  const std::size_t used = Columns(text);
  return std::string(text) + std::string(used < columns ? columns - used : 0, ' ');
}

// Paragraph after `indent` spaces, every line.
std::string Paragraph(std::string_view text, std::size_t indent) {
  std::string lines;
  for (const std::string& line : Wrap(text, kTextReportColumns - indent))
    lines.append(indent, ' ').append(line).append("\n");
  return lines;
}

// `subject` and its text, the following lines of the text below the first.
std::string Entry(std::string_view subject, std::string_view text) {
  constexpr std::size_t kIndent = 2 + kSubjectColumns;
  std::string lines = Paragraph(text, kIndent);
  return lines.replace(0, kIndent, "  " + Padded(subject, kSubjectColumns));
}

// The mark, and the space that lets what follows begin in one column.
std::string_view Mark(StageResult result, const TextOptions& options) {
  switch (result) {
    case StageResult::kPassed:
      return options.unicode ? "\u2713 " : "ok     ";
    case StageResult::kFailed:
      return options.unicode ? "\u2717 " : "FAILED ";
    case StageResult::kNotReached:
      return options.unicode ? "\u00b7 " : "-      ";
  }
  return "";
}

// A passed or failed stage: mark, name, time.
std::string StageLine(const StageReport& stage, const TextOptions& options) {
  const bool failed = stage.result == StageResult::kFailed;
  const std::string_view mark = Mark(stage.result, options);
  std::string line = "  " + Painted(mark, failed ? Paint::kBad : Paint::kGood, options);
  line += stage.seconds ? Padded(Name(stage.stage), 12) : std::string(Name(stage.stage));
  if (stage.seconds) {
    const std::string time = FormatSeconds(*stage.seconds);
    line.append(time.size() < 10 ? 10 - time.size() : 0, ' ').append(time);
  }
  return line + "\n";
}

std::string Stages(const DiagnosticReport& report, const TextOptions& options) {
  std::string lines;
  std::string not_reached;
  for (const StageReport& stage : report.stages) {
    if (stage.result != StageResult::kNotReached) {
      lines += StageLine(stage, options);
    } else {
      not_reached.append(not_reached.empty() ? "" : ", ").append(Name(stage.stage));
    }
  }
  if (!not_reached.empty()) {
    const std::string mark(Mark(StageResult::kNotReached, options));
    lines += "  " + Painted(mark + "not reached: " + not_reached, Paint::kDim, options) + "\n";
  }
  return lines;
}

// One line a device: mark, name, code, time; and whose stages follow.
std::string DeviceLines(const DiagnosticReport& report, const TextOptions& options) {
  if (!report.devices || report.devices->empty()) return "";
  std::string lines;
  for (const DeviceVerdict& device : *report.devices) {
    const bool passed = Passed(device.verdict.code);
    const std::string_view mark =
        Mark(passed ? StageResult::kPassed : StageResult::kFailed, options);
    const std::string time = FormatSeconds(device.total);
    lines += "  " + Painted(mark, passed ? Paint::kGood : Paint::kBad, options) +
             Padded("cuda:" + std::to_string(device.index), 12) +
             Padded(Info(device.verdict.code).name, 20);
    lines.append(time.size() < 10 ? 10 - time.size() : 0, ' ').append(time).append("\n");
  }
  return lines + "\n" + Paragraph("Stages of " + report.execution.requested, 2);
}

std::string Labels(const DiagnosticReport& report) {
  std::string text;
  for (const auto& [key, value] : report.labels)
    text.append(text.empty() ? "" : ", ").append(key).append("=").append(value);
  return text.empty() ? "" : Entry("Labels", text);
}

std::string Measured(const DiagnosticReport& report) {
  std::string lines;
  for (const Finding& finding : Findings(report)) lines += Entry(finding.subject, finding.text);
  lines += Labels(report);
  return lines + Entry("Time", FormatSeconds(report.total) + " in all");
}

std::string VerdictLines(const DiagnosticReport& report, const TextOptions& options) {
  const Verdict& verdict = report.verdict;
  const bool passed = Passed(verdict.code);
  const std::string_view name = Info(verdict.code).name;
  std::string lines = Painted(name, passed ? Paint::kGood : Paint::kBad, options) +
                      " (exit status " + std::to_string(ExitStatus(verdict)) + ")\n";
  lines += Paragraph(verdict.message, 2);
  for (const Mismatch& mismatch : report.execution.mismatch)
    lines += Paragraph(MismatchPhrase(mismatch), 4);
  if (!passed) lines += Entry("Stage", Name(verdict.stage));
  if (verdict.cause) {
    const CauseInfo& cause = Info(*verdict.cause);
    const bool unsure = cause.certainty == Certainty::kCouldNotCheck;
    lines += Entry("Cause",
                   std::string(cause.id) +
                       (unsure ? " (says that it could not be checked, not that it is bad)" : ""));
  }
  if (verdict.owner != Owner::kNone) lines += Entry("Owner", Name(verdict.owner));
  return lines + Entry("Next step", verdict.next_step);
}

}  // namespace

std::string ToText(const DiagnosticReport& report, const TextOptions& options) {
  return DeviceLines(report, options) + Stages(report, options) + "\n" + Measured(report) + "\n" +
         VerdictLines(report, options);
}

}  // namespace kernodeck
