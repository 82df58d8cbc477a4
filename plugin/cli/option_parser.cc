#include "plugin/cli/option_parser.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

#include "plugin/core/nearest.h"
#include "plugin/core/quoted.h"

namespace kernodeck {
namespace {

constexpr std::string_view kHelp = "--help";

const OptionSpec* FindSpec(const CommandSpec& command, std::string_view name) {
  for (const OptionSpec& option : command.options) {
    if (option.name == name) return &option;
  }
  return nullptr;
}

// CLI11 would take the next argument as the value of `--option=`, and a value for a flag.
std::optional<UsageError> CheckSpelling(const CommandSpec& command,
                                        const std::vector<std::string>& arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument == "--") break;
    const std::size_t equals = argument.find('=');
    const std::string name = argument.substr(0, equals);
    const OptionSpec* option = FindSpec(command, name);
    if (option == nullptr) continue;
    const bool is_flag = option->value_name.empty();
    if (equals != std::string::npos && is_flag) {
      return UsageError{name + " takes no value, and " + Quoted(argument.substr(equals + 1)) +
                        " was given."};
    }
    const bool last = i + 1 == arguments.size();
    const bool empty = equals == argument.size() - 1;
    if (!is_flag && (empty || (equals == std::string::npos && last))) {
      return UsageError{name + " needs a value (" + std::string(option->value_name) +
                        "), and none was given."};
    }
  }
  return std::nullopt;
}

std::unique_ptr<CLI::App> MakeApp(const CommandSpec& command) {
  auto app = std::make_unique<CLI::App>(command.summary, command.name);
  app->get_formatter()->column_width(28);
  app->set_help_flag("");
  app->allow_extras();
  app->footer(command.footer);
  const auto keep = [](const CLI::results_t&) { return true; };
  for (const OptionSpec& option : command.options) {
    const std::string name(option.name);
    const std::string help(option.help);
    if (option.value_name.empty()) {
      app->add_flag(name, help)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    } else {
      app->add_option(name, keep, help)
          ->type_name(std::string(option.value_name))
          ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    }
  }
  const std::string help_of_help = "Show this help and end.";
  app->add_flag("-h,--help", help_of_help)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  if (!command.positional.empty()) {
    app->add_option(std::string(command.positional), keep, std::string(command.positional_help));
  }
  return app;
}

UsageError UnknownArgument(const CommandSpec& command, const std::string& argument) {
  const bool is_option = argument.size() > 1 && argument.front() == '-';
  if (!is_option) return {"the argument " + Quoted(argument) + " is one too many."};
  std::vector<std::string_view> names = {kHelp};
  for (const OptionSpec& option : command.options) names.push_back(option.name);
  const std::string name = argument.substr(0, argument.find('='));
  return {"there is no option " + Quoted(name) + "." + DidYouMean(Nearest(name, names))};
}

std::optional<UsageError> CheckCounts(const CommandSpec& command, const ParsedArguments& parsed) {
  for (const OptionSpec& option : command.options) {
    const auto found = parsed.options.find(option.name);
    if (found == parsed.options.end()) continue;
    const std::string name(option.name);
    if (found->second.size() > 1 && !option.repeatable) {
      return UsageError{name + " was given " + std::to_string(found->second.size()) +
                        " times; it may be given once."};
    }
    if (option.value_name.empty()) continue;
    for (const std::string& value : found->second) {
      if (value.compare(0, 2, "--") == 0) {
        return UsageError{name + " needs a value (" + std::string(option.value_name) + "), and " +
                          Quoted(value) + " follows it."};
      }
    }
  }
  return std::nullopt;
}

ParsedArguments Collect(const CommandSpec& command, const CLI::App& app) {
  ParsedArguments parsed;
  const auto collect = [&](const std::string& name) {
    const CLI::Option* option = app.get_option(name);
    if (option->count() > 0) parsed.options[name] = option->results();
  };
  for (const OptionSpec& option : command.options) collect(std::string(option.name));
  collect(std::string(kHelp));
  if (!command.positional.empty()) {
    const CLI::Option* option = app.get_option(std::string(command.positional));
    if (option->count() > 0) parsed.positional = option->results().front();
  }
  return parsed;
}

}  // namespace

bool ParsedArguments::Has(std::string_view option) const {
  return options.find(option) != options.end();
}

std::optional<std::string> ParsedArguments::Value(std::string_view option) const {
  const auto found = options.find(option);
  if (found == options.end() || found->second.empty()) return std::nullopt;
  return found->second.front();
}

std::vector<std::string> ParsedArguments::Values(std::string_view option) const {
  const auto found = options.find(option);
  return found == options.end() ? std::vector<std::string>() : found->second;
}

std::variant<ParsedArguments, UsageError> ParseArguments(
    const CommandSpec& command, const std::vector<std::string>& arguments) {
  if (std::optional<UsageError> error = CheckSpelling(command, arguments)) return *error;
  const std::unique_ptr<CLI::App> app = MakeApp(command);
  try {
    // CLI11 takes them last one first.
    app->parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::Error& error) {
    return UsageError{"the arguments were not understood: " + Quoted(error.what()) + "."};
  }
  ParsedArguments parsed = Collect(command, *app);
  if (parsed.Has(kHelp)) return parsed;
  if (std::optional<UsageError> error = CheckCounts(command, parsed)) return *error;
  for (const std::string& argument : app->remaining()) {
    if (argument != "--") return UnknownArgument(command, argument);
  }
  return parsed;
}

std::string HelpText(const CommandSpec& command) {
  std::string text = MakeApp(command)->help();
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text + "\n";
}

}  // namespace kernodeck
