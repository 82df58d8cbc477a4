#include "plugin/diagnosis/python_interpreter.h"

#include <chrono>
#include <optional>
#include <system_error>

#include "plugin/diagnosis/facts.h"
#include "plugin/diagnosis/python_torch.h"
#include "plugin/diagnosis/worker_command.h"

namespace kernodeck {
namespace {

namespace fs = std::filesystem;

// A dangling link counts: the base of an environment that is gone is worth its own answer.
bool IsThere(const fs::path& file) {
  std::error_code error;
  return fs::symlink_status(file, error).type() != fs::file_type::not_found && !error;
}

fs::path InFolder(const fs::path& folder) {
  for (const char* const name : {"bin/python3", "bin/python"}) {
    if (IsThere(folder / name)) return folder / name;
  }
  return folder;
}

}  // namespace

fs::path ResolveInterpreter(const fs::path& given, const Environment& environment) {
  const bool is_name = given.native().find('/') == std::string::npos;
  if (is_name) {
    const std::optional<fs::path> program = FindProgram(given.string(), environment);
    if (program) return *program;
  }
  const fs::path path = is_name ? "." / given : given;
  std::error_code error;
  return fs::is_directory(path, error) ? InFolder(path) : path;
}

PythonTorch LocatePythonTorch(const fs::path& given, const Environment& environment,
                              HelperRunner& helpers) {
  PythonTorch found;
  found.interpreter = ResolveInterpreter(given, environment);
  const std::optional<WorkerRun> run =
      helpers.Run(LocatingWorker(found.interpreter), std::chrono::seconds(5));
  if (!run) return found;
  const Facts facts = ReadFacts(run->events);
  found.version = facts.python_version;
  if (facts.package) found.package = *facts.package;
  found.shadowed = facts.failure && facts.failure->kind == "shadowed_module";
  const std::optional<LibTorchLocation> location =
      found.package ? LibTorchIn(*found.package) : std::nullopt;
  found.rocm = location && location->rocm;
  return found;
}

}  // namespace kernodeck
