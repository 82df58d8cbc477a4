#ifndef KERNODECK_PLUGIN_CLI_OPTION_PARSER_H_
#define KERNODECK_PLUGIN_CLI_OPTION_PARSER_H_

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "plugin/cli/usage_error.h"

namespace kernodeck {

struct OptionSpec {
  std::string_view name;        // "--timeout"
  std::string_view value_name;  // "SECONDS"; empty for a flag
  std::string_view help;        // may hold line breaks
  bool repeatable = false;
};

// What one command takes. `--help` is added to every command.
struct CommandSpec {
  std::string name;  // "kernodeck diagnose"
  std::string summary;
  std::vector<OptionSpec> options;
  std::string_view positional;  // name of the one optional positional argument; empty: none
  std::string_view positional_help;
  std::string footer;
};

// The texts that were given, not yet judged.
struct ParsedArguments {
  std::map<std::string, std::vector<std::string>, std::less<>> options;  // flags have no values
  std::optional<std::string> positional;

  [[nodiscard]] bool Has(std::string_view option) const;
  [[nodiscard]] std::optional<std::string> Value(std::string_view option) const;
  [[nodiscard]] std::vector<std::string> Values(std::string_view option) const;
};

// Splits the arguments of a command (without its own name). A usage error for what is unknown,
// given twice, or without its value; where `--help` is among well-formed arguments it wins over
// unknown ones.
[[nodiscard]] std::variant<ParsedArguments, UsageError> ParseArguments(
    const CommandSpec& command, const std::vector<std::string>& arguments);

[[nodiscard]] std::string HelpText(const CommandSpec& command);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CLI_OPTION_PARSER_H_
