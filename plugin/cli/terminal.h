#ifndef KERNODECK_PLUGIN_CLI_TERMINAL_H_
#define KERNODECK_PLUGIN_CLI_TERMINAL_H_

#include <string>
#include <string_view>

#include "plugin/diagnosis/diagnose.h"

namespace kernodeck {

// Whether to color what goes to standard output: only on a terminal that is not `dumb`, and never
// where NO_COLOR is set to anything (https://no-color.org).
[[nodiscard]] bool UseColor(bool is_terminal, const Environment& environment);

// The character set of the locale that the environment asks for, e.g. "UTF-8"; "ANSI_X3.4-1968"
// where there is no such locale.
[[nodiscard]] std::string LocaleCharset();

// Whether that character set has the marks of a report.
[[nodiscard]] bool IsUtf8(std::string_view charset);

// Whether a write to `fd` would be taken without waiting; a terminal that was stopped takes none.
[[nodiscard]] bool TakesOutputNow(int fd);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CLI_TERMINAL_H_
