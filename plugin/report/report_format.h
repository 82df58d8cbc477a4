#ifndef KERNODECK_PLUGIN_REPORT_REPORT_FORMAT_H_
#define KERNODECK_PLUGIN_REPORT_REPORT_FORMAT_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plugin/report/diagnostic_report.h"
#include "plugin/report/text_report.h"

namespace kernodeck {

// One format that a report can be written in.
struct ReportFormat {
  std::string_view name;         // as in `--format json`
  std::string_view description;  // for --help, a few words
  std::string (*write)(const DiagnosticReport& report, const TextOptions& options);
};

// The one table of formats, the default one first: adding a format is adding a row in
// report_format.cc. Thread-safe.
[[nodiscard]] const std::vector<ReportFormat>& AllReportFormats();

// The format of that name, or nothing. Thread-safe.
[[nodiscard]] std::optional<ReportFormat> FindReportFormat(std::string_view name);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_REPORT_REPORT_FORMAT_H_
