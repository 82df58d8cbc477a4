#include "plugin/diagnosis/python_torch.h"

#include <unistd.h>

#include <sstream>
#include <system_error>

namespace kernodeck {
namespace {

namespace fs = std::filesystem;

// Finds the package without importing it, and tells its folder as one event on the channel. The
// empty entry of sys.path is the current folder: a torch.py that lies there is not the active
// Python's torch.
constexpr const char* kScript = R"(
import importlib.util, os, sys
channel = int(sys.argv[sys.argv.index('--channel') + 1])
sys.path = [entry for entry in sys.path if entry]
spec = importlib.util.find_spec('torch')
for folder in list(spec.submodule_search_locations or []) if spec else []:
    escaped = ''.join('%%%02X' % b if b < 32 or b in (37, 127) else chr(b) for b in os.fsencode(folder))
    os.write(channel, b'package\tdirectory=' + escaped.encode('latin-1') + b'\n')
    break
)";

}  // namespace

std::optional<fs::path> FindProgram(const std::string& name, const Environment& environment) {
  std::istringstream folders(environment("PATH").value_or(""));
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path program = fs::path(folder) / name;
    std::error_code error;
    const bool runs = !folder.empty() && fs::is_regular_file(program, error) &&
                      ::access(program.c_str(), X_OK) == 0;
    if (runs) return program;
  }
  return std::nullopt;
}

std::optional<fs::path> FindPythonTorch(const Environment& environment, HelperRunner& helpers) {
  const std::optional<fs::path> python = FindProgram("python3", environment);
  if (!python) return std::nullopt;
  const WorkerCommand command{*python, {"-c", kScript}, {}};
  const std::optional<WorkerRun> run = helpers.Run(command, std::chrono::seconds(5));
  if (!run || run->events.empty()) return std::nullopt;
  const std::optional<std::string_view> folder = run->events.front().event.Find("directory");
  if (!folder) return std::nullopt;
  return fs::path(*folder);
}

}  // namespace kernodeck
