#ifndef KERNODECK_PLUGIN_CLI_RUN_OPTIONS_H_
#define KERNODECK_PLUGIN_CLI_RUN_OPTIONS_H_

#include <string>
#include <variant>
#include <vector>

#include "plugin/cli/option_parser.h"
#include "plugin/cli/usage_error.h"
#include "plugin/diagnosis/diagnose.h"
#include "plugin/run/run_request.h"

namespace kernodeck {

// The options of `kernodeck run`, for the parser and for its help.
[[nodiscard]] std::vector<OptionSpec> RunOptionSpecs();

// Judges the texts. `tests` is what stands behind `--`: the program of the tests and its arguments.
// Of those, flags of GoogleTest that a run has to know of are read, and flags of the plugin that
// are the run's business are taken over; an option of the run wins over them.
[[nodiscard]] std::variant<RunRequest, UsageError> ReadRunOptions(
    const ParsedArguments& options, const std::vector<std::string>& tests,
    const Environment& environment);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CLI_RUN_OPTIONS_H_
