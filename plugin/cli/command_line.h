#ifndef KERNODECK_PLUGIN_CLI_COMMAND_LINE_H_
#define KERNODECK_PLUGIN_CLI_COMMAND_LINE_H_

#include <string>
#include <vector>

#include "plugin/cli/console.h"
#include "plugin/diagnosis/installation.h"

namespace kernodeck {

// Runs the subcommand that `arguments` begins with and returns the exit status. `invoked_as` is
// argv[0]: under the name `kernodeck-diagnostic` the command is `kernodeck diagnose`.
[[nodiscard]] int RunCommandLine(const std::string& invoked_as, std::vector<std::string> arguments,
                                 const Console& console, const Installation& installation);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CLI_COMMAND_LINE_H_
