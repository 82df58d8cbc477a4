#ifndef KERNODECK_PLUGIN_REPORT_TEXT_REPORT_H_
#define KERNODECK_PLUGIN_REPORT_TEXT_REPORT_H_

#include <cstddef>
#include <string>

#include "plugin/report/diagnostic_report.h"

namespace kernodeck {

struct TextOptions {
  bool color = false;    // ANSI colors; the caller knows about terminals and NO_COLOR
  bool unicode = false;  // check marks instead of the words `ok` and `FAILED`
};

inline constexpr std::size_t kTextReportColumns = 100;

// The report for people: stages with marks and times, what was measured, then the verdict and the
// next step, where the eye rests after a command. Ended by a newline; no line is longer than
// kTextReportColumns. Foreign text cannot steer the terminal. Thread-safe.
[[nodiscard]] std::string ToText(const DiagnosticReport& report, const TextOptions& options = {});

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_REPORT_TEXT_REPORT_H_
