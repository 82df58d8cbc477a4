#ifndef KERNODECK_PLUGIN_CORE_TO_NUMBER_H_
#define KERNODECK_PLUGIN_CORE_TO_NUMBER_H_

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace kernodeck {

// The number that `text` is, whole, in range and with nothing behind it; of no locale. Knows nan
// and inf for floats.
template <typename Number>
[[nodiscard]] std::optional<Number> ToNumber(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CORE_TO_NUMBER_H_
