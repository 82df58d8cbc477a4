#include "plugin/cli/command.h"

#include "kernodeck/code.h"

namespace kernodeck {

int RefuseUsage(const Console& console, std::string_view command, const UsageError& error) {
  const std::string name(command);
  console.err(name + ": " + error.message + "\nNothing was run. Type `" + name +
              " --help` for the arguments and their ranges.\n");
  return kExitUsage;
}

int ShowText(const Console& console, std::string_view command, std::string_view text) {
  if (console.out_usable && console.out(text)) return 0;
  console.err(std::string(command) + ": standard output could not be written.\n");
  return Info(Code::kOutputWriteFailed).exit_status;
}

std::variant<ParsedArguments, int> BeginCommand(const Console& console, const CommandSpec& command,
                                                const std::vector<std::string>& arguments) {
  auto parsed = ParseArguments(command, arguments);
  if (const auto* error = std::get_if<UsageError>(&parsed)) {
    return RefuseUsage(console, command.name, *error);
  }
  auto& taken = std::get<ParsedArguments>(parsed);
  if (taken.Has("--help")) return ShowText(console, command.name, HelpText(command));
  return std::move(taken);
}

}  // namespace kernodeck
