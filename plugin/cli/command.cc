#include "plugin/cli/command.h"

#include "kernodeck/code.h"
#include "plugin/diagnosis/signal_name.h"

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

int EndInterrupted(const Console& console, std::string_view command, int signal,
                   std::string_view missing, std::string_view under_way) {
  std::string text(command);
  text.append(": interrupted by ").append(SignalName(signal)).append("; ").append(missing);
  text += ".";
  if (!under_way.empty()) text.append(" Under way was: ").append(under_way).append(".");
  console.err(text + "\n");
  return 128 + signal;
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
