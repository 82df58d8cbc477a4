#ifndef KERNODECK_PLUGIN_CLI_USAGE_ERROR_H_
#define KERNODECK_PLUGIN_CLI_USAGE_ERROR_H_

#include <string>

namespace kernodeck {

// Why a command line was not taken: which argument, what was given, what is allowed. Nothing is run
// then.
struct UsageError {
  std::string message;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CLI_USAGE_ERROR_H_
