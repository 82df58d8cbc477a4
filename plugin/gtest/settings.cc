#include "plugin/gtest/settings.h"

#include <algorithm>

#include "plugin/core/nearest.h"
#include "plugin/core/quoted.h"
#include "plugin/gtest/setting_table.h"

namespace kernodeck {
namespace {

constexpr std::string_view kFlagPrefix = "--kernodeck_";
constexpr std::string_view kVariablePrefix = "KERNODECK_";
// They belong to the command, or to the channel to it.
constexpr std::string_view kOtherVariables[] = {"KERNODECK_REUSE_SECONDS", "KERNODECK_RUN_CHANNEL",
                                                "KERNODECK_READY_PARENT"};

using Problem = std::optional<std::string>;

// GoogleTest takes its flags with one dash too.
std::string_view WithTwoDashes(std::string_view argument, std::string& place) {
  if (argument.substr(0, 2) == "--" || argument.substr(0, 1) != "-") return argument;
  return place = std::string("-").append(argument);
}

// The parts behind the prefix are compared: it would make everything look alike.
std::vector<std::string_view> NearestNames(std::string_view given,
                                           const std::vector<std::string_view>& names) {
  std::vector<std::string_view> nearest = Nearest(given, names);
  if (!nearest.empty()) nearest.resize(1);
  return nearest;
}

Problem UnknownFlag(std::string_view flag) {
  std::vector<std::string_view> names;
  for (const SettingRow& row : AllSettings()) names.push_back(row.name);
  const std::string text = std::string(flag) + " is no flag of kernodeck.";
  const auto nearest = NearestNames(flag.substr(std::min(kFlagPrefix.size(), flag.size())), names);
  if (nearest.empty()) return text;
  return text + " Did you mean " + std::string(kFlagPrefix) + std::string(nearest.front()) + "?";
}

Problem Set(const SettingRow& row, std::string_view source, std::string_view text,
            Settings& settings) {
  if (row.set(settings, text)) return std::nullopt;
  return std::string(source) + " takes " + std::string(row.takes) + "; " + Quoted(text) +
         " was given.";
}

Problem Misspelled(std::string_view variable) {
  std::vector<std::string_view> known(std::begin(kOtherVariables), std::end(kOtherVariables));
  for (const SettingRow& row : AllSettings()) {
    if (!row.variable.empty()) known.push_back(row.variable);
  }
  if (std::find(known.begin(), known.end(), variable) != known.end()) return std::nullopt;
  for (std::string_view& name : known) name.remove_prefix(kVariablePrefix.size());
  const auto nearest = NearestNames(variable.substr(kVariablePrefix.size()), known);
  if (nearest.empty()) return std::nullopt;  // somebody else's, of the same prefix
  return std::string(variable) + " is no variable of kernodeck. Did you mean " +
         std::string(kVariablePrefix) + std::string(nearest.front()) + "?";
}

Problem ReadVariables(const Variables& variables, Settings& settings) {
  for (const auto& [name, value] : variables) {
    if (name.compare(0, kVariablePrefix.size(), kVariablePrefix) != 0) continue;
    if (Problem problem = Misspelled(name)) return problem;
    if (value.empty()) continue;
    for (const SettingRow& row : AllSettings()) {
      if (row.variable != name) continue;
      if (Problem problem = Set(row, name, value, settings)) return problem;
    }
  }
  return std::nullopt;
}

Problem ReadFlag(std::string_view argument, Settings& settings) {
  const std::size_t equals = argument.find('=');
  const std::string_view flag = argument.substr(0, equals);
  for (const SettingRow& row : AllSettings()) {
    if (flag.substr(0, kFlagPrefix.size()) != kFlagPrefix ||
        flag.substr(kFlagPrefix.size()) != row.name) {
      continue;
    }
    if (equals == std::string_view::npos) {
      return std::string(flag) + " takes a value: " + std::string(flag) + "=" +
             std::string(row.values);
    }
    return Set(row, flag, argument.substr(equals + 1), settings);
  }
  return UnknownFlag(flag);
}

Problem ReadFlags(const std::vector<std::string>& arguments, Settings& settings) {
  for (const std::string& argument : arguments) {
    if (argument == "--") break;
    if (!IsKernodeckFlag(argument)) continue;
    std::string place;
    if (Problem problem = ReadFlag(WithTwoDashes(argument, place), settings)) return problem;
  }
  return std::nullopt;
}

// `default_policy` gives way to a promise; a flag or a variable that contradicts one is refused.
Problem JoinPolicies(Policy default_policy, Settings& settings) {
  if (!settings.policy_named && !settings.expect_gpus) settings.policy = default_policy;
  if (settings.policy == Policy::kRequire || !settings.expect_gpus) return std::nullopt;
  return "The policy skip contradicts the promise of " + std::to_string(*settings.expect_gpus) +
         (*settings.expect_gpus == 1 ? " GPU" : " GPUs") +
         " (--kernodeck_expect_gpus, KERNODECK_EXPECT_GPUS); give one of them.";
}

}  // namespace

bool IsKernodeckFlag(std::string_view argument) {
  std::string place;
  const std::string_view flag = WithTwoDashes(argument, place);
  constexpr std::string_view kBegin = "--kernodeck";
  return flag.substr(0, kBegin.size()) == kBegin;
}

std::variant<Settings, std::string> ReadSettings(const std::vector<std::string>& arguments,
                                                 const Variables& variables,
                                                 Policy default_policy) {
  Settings settings;
  if (Problem problem = ReadVariables(variables, settings)) return *problem;
  if (Problem problem = ReadFlags(arguments, settings)) return *problem;
  if (Problem problem = JoinPolicies(default_policy, settings)) return *problem;
  return settings;
}

std::string FlagsHelp() {
  std::string help = "\nFlags of kernodeck, which finds out whether this machine's GPU is ready:\n";
  for (const SettingRow& row : AllSettings()) {
    help.append("  ").append(kFlagPrefix).append(row.name).append("=").append(row.values);
    help.append("\n      ").append(row.help);
    if (!row.variable.empty()) help.append("; variable ").append(row.variable);
    help.append(".\n");
  }
  return help;
}

}  // namespace kernodeck
