#include "plugin/cli/where_command.h"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <variant>

#include "plugin/cli/command.h"
#include "plugin/cli/diagnose_options.h"
#include "plugin/cli/help_footer.h"
#include "plugin/cli/libtorch_version.h"
#include "plugin/cli/version_text.h"
#include "plugin/diagnosis/helper_runner.h"
#include "plugin/diagnosis/python_interpreter.h"
#include "plugin/diagnosis/python_torch.h"
#include "plugin/diagnosis/search_process.h"
#include "plugin/report/plain_text.h"

namespace kernodeck {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kName = "kernodeck where";
constexpr std::chrono::seconds kLimit(5);  // for each thing that is asked

CommandSpec Spec() {
  CommandSpec spec;
  spec.name = kName;
  spec.summary =
      "Shows the paths of what a diagnosis would use here, and by which rule each was found.\n"
      "For your own eyes: no report ever holds them.";
  for (const OptionSpec& option : DiagnoseOptionSpecs()) {
    const bool names_target =
        option.name == "--libtorch" || option.name == "--caller" || option.name == "--python";
    if (names_target) spec.options.push_back(option);
  }
  spec.footer = ExamplesSection({"kernodeck where", "kernodeck where --libtorch /usr",
                                 "kernodeck where --python .venv"}) +
                "\n" + InformationExitStatuses();
  return spec;
}

std::string Row(std::string_view label, std::string_view text) {
  constexpr std::size_t kLabelColumns = 16;
  std::string line(label);
  line.resize(kLabelColumns, ' ');
  return line + OneLine(text) + "\n";
}

std::string FileRow(std::string_view label, const fs::path& path) {
  std::error_code error;
  const bool present = fs::exists(path, error);
  return Row(label, path.string() + (present ? "  (present)" : "  (absent)"));
}

std::string Joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

// Why a search has no outcome; what it looked at must not be touched here.
std::string NoOutcome(const ProcessEnd& end) {
  const bool in_time =
      end.kind == ProcessEnd::Kind::kExited || end.kind == ProcessEnd::Kind::kSignaled;
  if (in_time) return "the search for it failed";
  return "did not answer within " + std::to_string(kLimit.count()) + " s";
}

std::string HungRows(const DiagnosisRequest& request, const ProcessEnd& end) {
  const std::string given = request.libtorch ? request.libtorch->string() + "  " : "";
  return Row("LibTorch", given + "(" + NoOutcome(end) + ")");
}

// In a wheel CUDA's own libraries lie in packages beside torch.
std::string CompanionRows(const LibTorchLocation& location) {
  std::string text = Row("  GPU libraries", location.gpu_libraries.empty()
                                                ? "none beside it  (absent)"
                                                : Joined(location.gpu_libraries) + "  (present)");
  const fs::path packages = location.directory.parent_path().parent_path() / "nvidia";
  std::error_code error;
  if (fs::is_directory(packages, error)) text += FileRow("  CUDA packages", packages);
  return text;
}

std::string LibTorchRows(const LibTorchSearch& search) {
  std::string text;
  if (search.found) {
    text += FileRow("LibTorch", search.found->directory);
    text += Row("  rule", Name(search.found->rule));
    text += Row("  version", LibTorchVersion(search.found->directory).value_or("not known"));
    text += Row("  loads", Joined(search.found->load)) + CompanionRows(*search.found);
  } else {
    text += Row("LibTorch", "none found  (absent)");
  }
  for (const SkippedPlace& skipped : search.skipped) {
    text += Row("  not used",
                skipped.place + " (" + std::string(Name(skipped.rule)) + "): " + skipped.why);
  }
  return text;
}

// The first of `names` that the loader finds; the first of them all is the one to name otherwise.
std::string DriverRow(const std::vector<std::string>& names, const LoaderPlaces& loader) {
  for (const std::string& name : names) {
    const std::optional<fs::path> path = FindSharedLibrary(name, loader);
    if (path) return FileRow("driver library", *path);
  }
  return Row("driver library", names.front() + " is nowhere on the loader's path  (absent)");
}

std::string DriverRows(bool rocm, const LoaderPlaces& loader) {
  if (!rocm) return DriverRow({"libcuda.so.1"}, loader);
  return DriverRow({"libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5", "libamdhip64.so"},
                   loader);
}

std::string PythonRow(const Environment& environment) {
  const std::optional<fs::path> path = FindProgram("python3", environment);
  return path ? FileRow("python3", *path) : Row("python3", "none on PATH  (absent)");
}

// What the interpreter of --python says of itself, and where it finds its torch.
std::string InterpreterRows(const PythonTorch& found) {
  std::string text = FileRow("interpreter", found.interpreter);
  text += Row("  rule", "given by --python");
  text += Row("  version", found.version.value_or("not known: it did not answer as a Python"));
  if (found.package) {
    text += FileRow("torch", *found.package);
    text += Row("  version", LibTorchVersion(*found.package / "lib").value_or("not known"));
    if (found.shadowed) text += Row("  is", "no torch: it holds none of torch's own libraries");
  } else if (found.version) {
    text += Row("torch", "none found by this Python  (absent)");
  }
  return text;
}

std::string HungInterpreterRows(const fs::path& given, const ProcessEnd& end) {
  return Row("interpreter", given.string() + "  (" + NoOutcome(end) + ")") +
         Row("  rule", "given by --python");
}

std::string PythonText(const DiagnosisRequest& request, const SearchOutcome& searched,
                       const Installation& installation, const LoaderPlaces& loader,
                       HelperRunner& helpers) {
  std::string text = FileRow("command", installation.command);
  text += FileRow("worker", installation.worker);
  if (!searched.interpreter) {
    return text +
           HungInterpreterRows(*request.python, searched.out_of_time.value_or(ProcessEnd())) +
           DriverRows(false, loader);
  }
  const PythonTorch found = LocatePythonTorch(*searched.interpreter, kLimit, helpers);
  return text + InterpreterRows(found) + DriverRows(found.rocm, loader);
}

std::string LibTorchText(const DiagnosisRequest& request, const SearchOutcome& searched,
                         const Installation& installation, const LoaderPlaces& loader,
                         const Environment& environment) {
  const LibTorchSearch& search = searched.search;
  std::string text = FileRow("command", installation.command);
  text += FileRow("worker", installation.worker) + FileRow("probe", installation.probe);
  text += Row("  built for", "LibTorch " + BuiltForText(installation.built_for));
  text += searched.out_of_time ? HungRows(request, *searched.out_of_time) : LibTorchRows(search);
  text += DriverRows(search.found && search.found->rocm, loader);
  // What hung may be a folder of PATH.
  return text + (searched.out_of_time ? Row("python3", "not looked for, as the search did not end")
                                      : PythonRow(environment));
}

}  // namespace

int RunWhere(const std::vector<std::string>& arguments, const Console& console,
             const Installation& installation, const LoaderPlaces& loader) {
  auto begun = BeginCommand(console, Spec(), arguments);
  if (const int* status = std::get_if<int>(&begun)) return *status;
  // The other variables are none of this command's business, however wrong they are.
  const Environment only_libtorch = [&console](const std::string& name) {
    return name == "KERNODECK_LIBTORCH" ? console.environment(name) : std::nullopt;
  };
  auto read = ReadDiagnoseOptions(std::get<ParsedArguments>(begun), only_libtorch);
  if (const auto* error = std::get_if<UsageError>(&read)) {
    return RefuseUsage(console, kName, *error);
  }
  const DiagnosisRequest& request = std::get<DiagnoseOptions>(read).request;
  HelperRunner helpers;
  const SearchOutcome searched =
      SearchApart(request, installation, console.environment, helpers, kLimit);
  std::optional<int> signal = searched.search.interrupted_by_signal;
  std::string text;
  if (!signal) {
    text = request.python
               ? PythonText(request, searched, installation, loader, helpers)
               : LibTorchText(request, searched, installation, loader, console.environment);
    signal = helpers.InterruptedBySignal();
  }
  if (signal) return EndInterrupted(console, kName, *signal, "nothing was found out");
  return ShowText(console, kName, text);
}

}  // namespace kernodeck
