#include "plugin/run/google_test_flags.h"

#include <array>
#include <cctype>
#include <fstream>
#include <sstream>
#include <utility>

#include "plugin/core/to_number.h"

namespace kernodeck {
namespace {

constexpr std::string_view kPrefix = "--gtest_";

using Flag = std::pair<std::string_view, bool GoogleTestFlags::*>;
constexpr std::array<Flag, 5> kBools = {
    Flag{"list_tests", &GoogleTestFlags::list_tests},
    Flag{"also_run_disabled_tests", &GoogleTestFlags::also_run_disabled_tests},
    Flag{"shuffle", &GoogleTestFlags::shuffle}, Flag{"fail_fast", &GoogleTestFlags::fail_fast},
    Flag{"brief", &GoogleTestFlags::brief}};
using Number = std::pair<std::string_view, int GoogleTestFlags::*>;
constexpr std::array<Number, 2> kNumbers = {Number{"repeat", &GoogleTestFlags::repeat},
                                            Number{"random_seed", &GoogleTestFlags::random_seed}};

std::string VariableOf(std::string_view flag) {
  std::string name = "GTEST_";
  for (const char letter : flag) {
    name.push_back(static_cast<char>(std::toupper(static_cast<unsigned char>(letter))));
  }
  return name;
}

void ReadVariables(const VariableReader& variable, GoogleTestFlags& flags) {
  for (const auto& [name, member] : kBools) {
    if (const auto value = variable(VariableOf(name))) flags.*member = *value != "0";
  }
  for (const auto& [name, member] : kNumbers) {
    const auto value = variable(VariableOf(name));
    if (value) flags.*member = ToNumber<int>(*value).value_or(flags.*member);
  }
  flags.filtered = variable("GTEST_FILTER").value_or("*") != "*";
  flags.color = variable("GTEST_COLOR").value_or("");
  flags.output = variable("GTEST_OUTPUT").value_or("");
  flags.output_variable = "GTEST_OUTPUT";
  if (!flags.output.empty()) return;
  // Bazel's.
  flags.output = variable("XML_OUTPUT_FILE").value_or("");
  flags.output_variable = "XML_OUTPUT_FILE";
}

void ReadArguments(const std::vector<std::string>& arguments, GoogleTestFlags& flags);

// GoogleTest reads a flag file where its name stands, one flag a line.
void ReadFlagFile(const std::string& path, GoogleTestFlags& flags) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) {
    if (FlagValue(line, "gtest_flagfile")) continue;  // a file that names another is no use
    lines.push_back(line);
  }
  ReadArguments(lines, flags);
}

void ReadArgument(const std::string& argument, GoogleTestFlags& flags) {
  if (argument.compare(0, kPrefix.size(), kPrefix) != 0) return;
  std::string_view name = argument;
  name.remove_prefix(kPrefix.size());
  for (const auto& [flag, member] : kBools) {
    if (name == flag) flags.*member = true;
    const auto value = FlagValue(argument, "gtest_" + std::string(flag));
    if (value)
      flags.*member = value->empty() || std::string("0fF").find((*value)[0]) == std::string::npos;
  }
  for (const auto& [flag, member] : kNumbers) {
    const auto value = FlagValue(argument, "gtest_" + std::string(flag));
    if (value) flags.*member = ToNumber<int>(*value).value_or(flags.*member);
  }
  if (const auto value = FlagValue(argument, "gtest_filter")) flags.filtered = *value != "*";
  if (const auto value = FlagValue(argument, "gtest_color")) flags.color = *value;
  if (const auto value = FlagValue(argument, "gtest_output")) {
    flags.output = *value;
    flags.output_by_flag = true;
  }
  if (const auto value = FlagValue(argument, "gtest_flagfile")) ReadFlagFile(*value, flags);
}

void ReadArguments(const std::vector<std::string>& arguments, GoogleTestFlags& flags) {
  for (const std::string& argument : arguments) ReadArgument(argument, flags);
}

}  // namespace

std::optional<std::string> FlagValue(std::string_view argument, std::string_view name) {
  if (argument.substr(0, 2) != "--") return std::nullopt;
  argument.remove_prefix(2);
  if (argument.substr(0, name.size()) != name) return std::nullopt;
  argument.remove_prefix(name.size());
  if (argument.empty() || argument.front() != '=') return std::nullopt;
  return std::string(argument.substr(1));
}

GoogleTestFlags ReadGoogleTestFlags(const std::vector<std::string>& arguments,
                                    const VariableReader& variable) {
  GoogleTestFlags flags;
  ReadVariables(variable, flags);
  ReadArguments(arguments, flags);
  return flags;
}

}  // namespace kernodeck
