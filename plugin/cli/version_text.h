#ifndef KERNODECK_PLUGIN_CLI_VERSION_TEXT_H_
#define KERNODECK_PLUGIN_CLI_VERSION_TEXT_H_

#include <optional>
#include <string>

#include "plugin/diagnosis/installation.h"

namespace kernodeck {

// Name, version, and the LibTorch that the probe was built for; two lines.
[[nodiscard]] std::string VersionText(const std::optional<BuiltFor>& built_for);

// "2.11.0, backend cuda, CUDA 13.0"; "none" where no probe was built.
[[nodiscard]] std::string BuiltForText(const std::optional<BuiltFor>& built_for);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CLI_VERSION_TEXT_H_
