#ifndef KERNODECK_PLUGIN_CORE_DRIVER_VERSION_H_
#define KERNODECK_PLUGIN_CORE_DRIVER_VERSION_H_

#include <optional>
#include <string_view>

#include "kernodeck/gpu.h"

namespace kernodeck {

// The version that cuDriverGetVersion or hipDriverGetVersion packed into a number.
[[nodiscard]] VersionNumber UnpackDriverVersion(int packed);

// The version at the beginning of "13.0", "6.2.41134-65d174c3e" or "13"; nothing of other texts.
[[nodiscard]] std::optional<VersionNumber> ParseVersion(std::string_view text);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CORE_DRIVER_VERSION_H_
