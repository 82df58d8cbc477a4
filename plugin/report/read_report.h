#ifndef KERNODECK_PLUGIN_REPORT_READ_REPORT_H_
#define KERNODECK_PLUGIN_REPORT_READ_REPORT_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

#include "plugin/report/diagnostic_report.h"

namespace kernodeck {

// What is longer is no report.
inline constexpr std::size_t kMaxReportBytes = std::size_t{4} << 20U;

// The report that ToJson wrote, or what is wrong with the text, a phrase that quotes nothing of it
// ("its schema is not kernodeck-diagnostic/1"). Strict: every field has to be there, of its type,
// with a word of its table, and code, exit status and status have to agree. What JSON does not hold
// (how long each of several devices took) is zero. Thread-safe.
[[nodiscard]] std::variant<DiagnosticReport, std::string> ReadReport(std::string_view json);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_REPORT_READ_REPORT_H_
