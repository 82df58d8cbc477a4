#include "plugin/report/report_format.h"

#include "plugin/report/json_report.h"
#include "plugin/report/markdown_report.h"

namespace kernodeck {

const std::vector<ReportFormat>& AllReportFormats() {
  static const std::vector<ReportFormat> table = {
      {"text", "for people, on a terminal",
       [](const DiagnosticReport& report, const TextOptions& options) {
         return ToText(report, options);
       }},
      {"json", "for programs; docs/schema has its JSON Schema",
       [](const DiagnosticReport& report, const TextOptions&) { return ToJson(report); }},
      {"markdown", "for the summary page of a CI job",
       [](const DiagnosticReport& report, const TextOptions&) { return ToMarkdown(report); }},
  };
  return table;
}

std::optional<ReportFormat> FindReportFormat(std::string_view name) {
  for (const ReportFormat& format : AllReportFormats()) {
    if (format.name == name) return format;
  }
  return std::nullopt;
}

}  // namespace kernodeck
