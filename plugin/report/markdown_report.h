#ifndef KERNODECK_PLUGIN_REPORT_MARKDOWN_REPORT_H_
#define KERNODECK_PLUGIN_REPORT_MARKDOWN_REPORT_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "plugin/report/diagnostic_report.h"

namespace kernodeck {

inline constexpr std::size_t kMaxMarkdownBytes = std::size_t{64} << 10U;

// The report for the summary page of a CI job: a heading with the code, a table of the stages, and
// a table with cause, owner, next step and what was measured. At most kMaxMarkdownBytes; what does
// not fit is left out, and the last line says so. Thread-safe.
[[nodiscard]] std::string ToMarkdown(const DiagnosticReport& report);

// `text` on one line and with everything escaped that Markdown or HTML could read as markup, also
// inside a table. Thread-safe.
[[nodiscard]] std::string EscapeMarkdown(std::string_view text);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_REPORT_MARKDOWN_REPORT_H_
