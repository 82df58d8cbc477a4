#ifndef KERNODECK_PLUGIN_CLI_LABEL_H_
#define KERNODECK_PLUGIN_CLI_LABEL_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "plugin/cli/usage_error.h"

namespace kernodeck {

inline constexpr std::size_t kMaxLabelKeyBytes = 64;
inline constexpr std::size_t kMaxLabelValueBytes = 256;

// `KEY=VALUE` split at its first `=`: the key of a-z, 0-9, `_`, `.` and `-`; the value of valid
// UTF-8 without control characters.
[[nodiscard]] std::variant<std::pair<std::string, std::string>, UsageError> ParseLabel(
    std::string_view text);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CLI_LABEL_H_
