#ifndef KERNODECK_PLUGIN_CLI_WHERE_COMMAND_H_
#define KERNODECK_PLUGIN_CLI_WHERE_COMMAND_H_

#include <string>
#include <vector>

#include "plugin/cli/console.h"
#include "plugin/cli/shared_library.h"
#include "plugin/diagnosis/installation.h"

namespace kernodeck {

// `kernodeck where`: the paths of what a diagnosis would use, for the person at this machine and
// never for a report. Loads and starts nothing but the Python that is asked for its torch. Returns
// the exit status: 0 also where parts are absent, since that is what was asked.
[[nodiscard]] int RunWhere(const std::vector<std::string>& arguments, const Console& console,
                           const Installation& installation, const LoaderPlaces& loader);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CLI_WHERE_COMMAND_H_
