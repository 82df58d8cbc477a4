#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include "plugin/cli/command_line.h"
#include "plugin/cli/standard_streams.h"
#include "plugin/cli/terminal.h"
#include "plugin/report/write_all.h"

namespace {

std::optional<std::string> FromEnvironment(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  if (value == nullptr) return std::nullopt;
  return value;
}

kernodeck::Console MakeConsole(const kernodeck::StandardStreams& streams) {
  kernodeck::Console console;
  console.out = [](std::string_view text) { return kernodeck::WriteAll(STDOUT_FILENO, text); };
  // Nobody can be told that standard error is gone.
  console.err = [](std::string_view text) { (void)kernodeck::WriteAll(STDERR_FILENO, text); };
  console.environment = FromEnvironment;
  console.out_style = {kernodeck::UseColor(isatty(STDOUT_FILENO) == 1, FromEnvironment),
                       kernodeck::IsUtf8(kernodeck::LocaleCharset())};
  console.out_usable = streams.output_open;
  if (streams.error_open && isatty(STDERR_FILENO) == 1) {
    // Waiting for a terminal that was stopped (Ctrl-S) would keep the time limit from being kept.
    console.progress = [](std::string_view text) {
      if (kernodeck::TakesOutputNow(STDERR_FILENO)) {
        (void)kernodeck::WriteAll(STDERR_FILENO, text);
      }
    };
  }
  return console;
}

}  // namespace

int main(int argument_count, char** arguments) {
  const kernodeck::StandardStreams streams = kernodeck::PrepareStandardStreams();
  const kernodeck::Console console = MakeConsole(streams);
  const std::string invoked_as = argument_count > 0 ? arguments[0] : "";
  std::vector<std::string> rest;
  for (int i = 1; i < argument_count; ++i) rest.emplace_back(arguments[i]);
  try {
    return kernodeck::RunCommandLine(invoked_as, rest, console,
                                     kernodeck::FindInstallation(kernodeck::RunningExecutable()));
  } catch (const std::exception& error) {
    console.err(std::string("kernodeck: a fault of kernodeck itself, please report it: ") +
                error.what() + "\n");
    return kernodeck::ExitStatus(
        kernodeck::MakeVerdict(kernodeck::Code::kWorkerFailed, {}, kernodeck::Stage::kImport));
  }
}
