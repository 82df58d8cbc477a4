#ifndef KERNODECK_PLUGIN_REPORT_JSON_VALUES_H_
#define KERNODECK_PLUGIN_REPORT_JSON_VALUES_H_

#include <chrono>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "kernodeck/verdict.h"

namespace kernodeck {

// What the JSON reports have in common. Only for the .cc files of this folder.
using Json = nlohmann::ordered_json;

// Texts become valid UTF-8; a time is in seconds, to the microsecond; a float in its shortest form,
// and as a word where it is not finite.
[[nodiscard]] Json Value(std::string_view text);
[[nodiscard]] Json Value(const std::string& text);
[[nodiscard]] Json Value(bool value);
[[nodiscard]] Json Value(int value);
[[nodiscard]] Json Value(std::uint64_t value);
[[nodiscard]] Json Value(std::chrono::duration<double> seconds);
[[nodiscard]] Json Value(float number);

template <typename T>
[[nodiscard]] Json OrNull(const std::optional<T>& value) {
  return value ? Value(*value) : Json(nullptr);
}

// Adds the fields of a verdict, as they stand in every report.
void AddVerdict(const Verdict& verdict, Json& json);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_REPORT_JSON_VALUES_H_
