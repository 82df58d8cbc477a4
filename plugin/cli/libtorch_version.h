#ifndef KERNODECK_PLUGIN_CLI_LIBTORCH_VERSION_H_
#define KERNODECK_PLUGIN_CLI_LIBTORCH_VERSION_H_

#include <filesystem>
#include <optional>
#include <string>

namespace kernodeck {

// The version of the LibTorch whose libraries lie in `directory`, without loading it: from the
// wheel's version.py or the zip distribution's build-version in the folder above, else from the
// version in the name of libtorch's file. Nothing where none of them tells.
[[nodiscard]] std::optional<std::string> LibTorchVersion(const std::filesystem::path& directory);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CLI_LIBTORCH_VERSION_H_
