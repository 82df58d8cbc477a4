#ifndef KERNODECK_PLUGIN_CLI_COMMAND_H_
#define KERNODECK_PLUGIN_CLI_COMMAND_H_

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "plugin/cli/console.h"
#include "plugin/cli/option_parser.h"
#include "plugin/cli/usage_error.h"

namespace kernodeck {

// Says why the arguments of `command` were not taken and where help is; returns the exit status.
[[nodiscard]] int RefuseUsage(const Console& console, std::string_view command,
                              const UsageError& error);

// Prints `text` as the whole output of a command that only tells something; returns the exit
// status.
[[nodiscard]] int ShowText(const Console& console, std::string_view command, std::string_view text);

// Says that `signal` ended the command, what is missing therefore, and what was under way; returns
// the exit status, 128 and the signal's number.
[[nodiscard]] int EndInterrupted(const Console& console, std::string_view command, int signal,
                                 std::string_view missing, std::string_view under_way = {});

// What is common to all commands: splits the arguments, refuses what is wrong with them, shows the
// help. Gives the arguments to go on with, or the exit status to end with.
[[nodiscard]] std::variant<ParsedArguments, int> BeginCommand(
    const Console& console, const CommandSpec& command, const std::vector<std::string>& arguments);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CLI_COMMAND_H_
