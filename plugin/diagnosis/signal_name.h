#ifndef KERNODECK_PLUGIN_DIAGNOSIS_SIGNAL_NAME_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_SIGNAL_NAME_H_

#include <string>

namespace kernodeck {

// "SIGSEGV"; "signal 42" where it has no name.
[[nodiscard]] std::string SignalName(int signal);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_SIGNAL_NAME_H_
