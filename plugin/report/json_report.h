#ifndef KERNODECK_PLUGIN_REPORT_JSON_REPORT_H_
#define KERNODECK_PLUGIN_REPORT_JSON_REPORT_H_

#include <string>

#include "plugin/report/diagnostic_report.h"

namespace kernodeck {

// The identifier of the format that ToJson writes; docs/schema has its JSON Schema.
inline constexpr const char* kDiagnosticSchema = "kernodeck-diagnostic/1";

// The report as JSON, indented by two spaces and ended by a newline. Fields and their order are
// public. Always valid UTF-8: bad bytes become U+FFFD. What was not reached or not asked is null.
// A float32 is written in its shortest form; one that is not finite as "nan", "inf" or "-inf".
// Thread-safe.
[[nodiscard]] std::string ToJson(const DiagnosticReport& report);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_REPORT_JSON_REPORT_H_
