#ifndef KERNODECK_PLUGIN_CLI_RUN_PROGRESS_H_
#define KERNODECK_PLUGIN_CLI_RUN_PROGRESS_H_

#include <string>

#include "plugin/run/run_request.h"

namespace kernodeck {

// A run on one line of a terminal: done, failed, time left, and a test that runs. Printable ASCII,
// 79 columns at most.
[[nodiscard]] std::string ProgressText(const RunProgress& progress);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CLI_RUN_PROGRESS_H_
