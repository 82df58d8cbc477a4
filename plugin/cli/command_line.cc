#include "plugin/cli/command_line.h"

#include <array>
#include <filesystem>
#include <string_view>

#include "plugin/cli/command.h"
#include "plugin/cli/diagnose_command.h"
#include "plugin/cli/explain_command.h"
#include "plugin/cli/help_footer.h"
#include "plugin/cli/run_command.h"
#include "plugin/cli/version_text.h"
#include "plugin/cli/where_command.h"
#include "plugin/core/nearest.h"
#include "plugin/core/quoted.h"
#include "plugin/diagnosis/search_process.h"

namespace kernodeck {
namespace {

constexpr std::string_view kName = "kernodeck";

struct Subcommand {
  std::string_view name;
  std::string_view summary;
  int (*run)(const std::vector<std::string>&, const Console&, const Installation&);
};

int Diagnosis(const std::vector<std::string>& arguments, const Console& console,
              const Installation& installation) {
  return RunDiagnose(arguments, console, installation, Diagnose);
}

int Explanation(const std::vector<std::string>& arguments, const Console& console,
                const Installation& /*installation*/) {
  return RunExplain(arguments, console);
}

int Places(const std::vector<std::string>& arguments, const Console& console,
           const Installation& installation) {
  const std::string library_path = console.environment("LD_LIBRARY_PATH").value_or("");
  return RunWhere(arguments, console, installation, SystemLoaderPlaces(library_path));
}

constexpr auto kSubcommands = std::to_array<Subcommand>({
    {"diagnose", "find the first failing layer between this machine and a working GPU", Diagnosis},
    {"explain", "say what a code, a cause or a CUDA error number means", Explanation},
    {"run", "run a GoogleTest binary: a crash or a hang costs one test", RunTests},
    {"where", "show the paths of what a diagnosis would use", Places},
});

std::string Overview() {
  std::string text =
      "Finds the first failing layer between a test suite and a working GPU under LibTorch.\n"
      "Usage: kernodeck SUBCOMMAND [OPTIONS]\n\nSubcommands:\n";
  for (const Subcommand& subcommand : kSubcommands) {
    std::string name(subcommand.name);
    name.resize(12, ' ');
    text += "  " + name + std::string(subcommand.summary) + "\n";
  }
  text +=
      "\nOptions:\n  -h,--help   Show this help and end; each subcommand has its own.\n"
      "  --version   Show the version and the LibTorch that it was built for.\n\n"
      "kernodeck-diagnostic is the same as `kernodeck diagnose`.\n\n";
  return text + ExamplesSection({"kernodeck diagnose", "kernodeck diagnose --help"}) + "\n" +
         DiagnosisExitStatuses();
}

UsageError UnknownSubcommand(const std::string& given) {
  std::vector<std::string_view> names;
  names.reserve(kSubcommands.size());
  for (const Subcommand& subcommand : kSubcommands) names.push_back(subcommand.name);
  return {"there is no subcommand " + Quoted(given) +
          "; there are diagnose, explain, run and where." + DidYouMean(Nearest(given, names))};
}

}  // namespace

int RunCommandLine(const std::string& invoked_as, std::vector<std::string> arguments,
                   const Console& console, const Installation& installation) {
  if (!arguments.empty() && arguments.front() == kSearchSubcommand) {
    arguments.erase(arguments.begin());
    return RunSearchProcess(arguments, installation, console.environment);
  }
  if (std::filesystem::path(invoked_as).filename() == "kernodeck-diagnostic") {
    return Diagnosis(arguments, console, installation);
  }
  if (arguments.empty()) {
    return RefuseUsage(
        console, kName,
        {"a subcommand is needed: diagnose, explain, run or where; none was given."});
  }
  const std::string first = arguments.front();
  if (first == "--help" || first == "-h") return ShowText(console, kName, Overview());
  if (first == "--version") {
    return ShowText(console, kName, VersionText(installation.built_for));
  }
  arguments.erase(arguments.begin());
  for (const Subcommand& subcommand : kSubcommands) {
    if (subcommand.name == first) return subcommand.run(arguments, console, installation);
  }
  return RefuseUsage(console, kName, UnknownSubcommand(first));
}

}  // namespace kernodeck
