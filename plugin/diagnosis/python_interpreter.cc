#include "plugin/diagnosis/python_interpreter.h"

#include <array>
#include <fstream>
#include <optional>
#include <string_view>
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

// The program that the `#!` line of a script names; empty where the file is none.
fs::path ProgramOfScript(const fs::path& file) {
  std::array<char, 256> bytes{};  // as many as the kernel reads
  std::ifstream stream(file, std::ios::binary);
  stream.read(bytes.data(), bytes.size());
  std::string_view text(bytes.data(), static_cast<std::size_t>(stream.gcount()));
  if (text.substr(0, 2) != "#!") return {};
  text = text.substr(0, text.find('\n'));
  const std::size_t begin = text.find_first_not_of(" \t", 2);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_first_of(" \t", begin) - begin);
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

void LookAtProgram(fs::path program) {
  constexpr int kMostScripts = 5;  // the kernel follows no more
  for (int i = 0; i <= kMostScripts; ++i) {
    // Opening a pipe would wait for its writer.
    std::error_code error;
    if (!fs::is_regular_file(program, error)) return;
    program = ProgramOfScript(program);
  }
}

PythonTorch LocatePythonTorch(const fs::path& interpreter, std::chrono::milliseconds limit,
                              HelperRunner& helpers) {
  PythonTorch found;
  found.interpreter = interpreter;
  const std::optional<WorkerRun> run = helpers.Run(LocatingWorker(found.interpreter), limit);
  if (!run) return found;
  const Facts facts = ReadFacts(run->events);
  found.version = facts.python_version;
  if (facts.package) found.package = *facts.package;
  found.shadowed = facts.failure && facts.failure->kind == "shadowed_module";
  found.rocm = facts.package_is_rocm;
  return found;
}

}  // namespace kernodeck
