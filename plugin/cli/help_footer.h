#ifndef KERNODECK_PLUGIN_CLI_HELP_FOOTER_H_
#define KERNODECK_PLUGIN_CLI_HELP_FOOTER_H_

#include <string>
#include <string_view>
#include <vector>

namespace kernodeck {

// `Examples:` with one command a line, as it can be typed.
[[nodiscard]] std::string ExamplesSection(const std::vector<std::string_view>& commands);

// The exit statuses of a diagnosis, from the table of codes.
[[nodiscard]] std::string DiagnosisExitStatuses();

// The exit statuses of a run of tests.
[[nodiscard]] std::string RunExitStatuses();

// The exit statuses of the commands that only tell something.
[[nodiscard]] std::string InformationExitStatuses();

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CLI_HELP_FOOTER_H_
