#ifndef KERNODECK_PLUGIN_GTEST_SETTING_TABLE_H_
#define KERNODECK_PLUGIN_GTEST_SETTING_TABLE_H_

#include <span>
#include <string_view>

#include "plugin/gtest/settings.h"

namespace kernodeck {

// One setting: a flag, perhaps a variable, and what they take.
struct SettingRow {
  std::string_view name;      // `policy`: the flag is --kernodeck_policy
  std::string_view variable;  // KERNODECK_POLICY; empty where there is none
  std::string_view values;    // `require|skip`, for the help
  std::string_view takes;     // `require or skip`, for the sentence that refuses a value
  std::string_view help;
  bool (*set)(Settings& settings, std::string_view text);  // false where `text` is no such value
};

// All settings, in the order of the help.
[[nodiscard]] std::span<const SettingRow> AllSettings();

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_GTEST_SETTING_TABLE_H_
