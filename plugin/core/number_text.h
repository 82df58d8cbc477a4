#ifndef KERNODECK_PLUGIN_CORE_NUMBER_TEXT_H_
#define KERNODECK_PLUGIN_CORE_NUMBER_TEXT_H_

#include <chrono>
#include <optional>
#include <string_view>

namespace kernodeck {

// The whole of `text` as a whole number from `min` to `max`, both included; nothing otherwise.
// Decimal digits only: no sign, no space, no prefix.
[[nodiscard]] std::optional<int> ParseWholeNumber(std::string_view text, int min, int max);

// The whole of `text` as seconds from `min` to `max`, both included; nothing otherwise. Decimal
// digits with at most one point between them: no sign, no exponent, neither nan nor inf.
[[nodiscard]] std::optional<std::chrono::milliseconds> ParseSeconds(std::string_view text,
                                                                    std::chrono::seconds min,
                                                                    std::chrono::seconds max);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CORE_NUMBER_TEXT_H_
