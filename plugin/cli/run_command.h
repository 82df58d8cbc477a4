#ifndef KERNODECK_PLUGIN_CLI_RUN_COMMAND_H_
#define KERNODECK_PLUGIN_CLI_RUN_COMMAND_H_

#include <string>
#include <vector>

#include "plugin/cli/console.h"
#include "plugin/diagnosis/installation.h"

namespace kernodeck {

// `kernodeck run [OPTIONS] -- TESTS [ARGUMENTS]`; returns the exit status.
[[nodiscard]] int RunTests(const std::vector<std::string>& arguments, const Console& console,
                           const Installation& installation);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CLI_RUN_COMMAND_H_
