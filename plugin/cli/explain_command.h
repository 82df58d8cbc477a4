#ifndef KERNODECK_PLUGIN_CLI_EXPLAIN_COMMAND_H_
#define KERNODECK_PLUGIN_CLI_EXPLAIN_COMMAND_H_

#include <string>
#include <vector>

#include "plugin/cli/console.h"

namespace kernodeck {

// `kernodeck explain [CODE|CAUSE|NUMBER]`; returns the exit status.
[[nodiscard]] int RunExplain(const std::vector<std::string>& arguments, const Console& console);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CLI_EXPLAIN_COMMAND_H_
