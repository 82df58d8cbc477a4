#include "plugin/cli/libtorch_version.h"

#include <fstream>
#include <string_view>
#include <system_error>

#include "plugin/report/plain_text.h"

namespace kernodeck {
namespace {

namespace fs = std::filesystem;

// The text between the first two quotes of the line `__version__ = '...'`.
std::optional<std::string> FromPython(const fs::path& file) {
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    if (line.compare(0, 11, "__version__") != 0) continue;
    const std::size_t open = line.find_first_of("'\"");
    if (open == std::string::npos) continue;
    const std::size_t close = line.find(line[open], open + 1);
    if (close != std::string::npos) return OneLine(line.substr(open + 1, close - open - 1));
  }
  return std::nullopt;
}

std::optional<std::string> FromFirstLine(const fs::path& file) {
  std::ifstream stream(file);
  std::string line;
  if (!std::getline(stream, line) || line.empty()) return std::nullopt;
  return OneLine(line);
}

// libtorch.so.1.13, or a link to it.
std::optional<std::string> FromFileName(const fs::path& directory) {
  constexpr std::string_view kMark = ".so.";
  for (const char* name : {"libtorch.so", "libtorch_cpu.so"}) {
    std::error_code error;
    const std::string target = fs::canonical(directory / name, error).filename().string();
    const std::size_t mark = target.find(kMark);
    if (!error && mark != std::string::npos) return OneLine(target.substr(mark + kMark.size()));
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> LibTorchVersion(const fs::path& directory) {
  const fs::path above = directory.parent_path();
  if (auto version = FromPython(above / "version.py")) return version;
  if (auto version = FromFirstLine(above / "build-version")) return version;
  return FromFileName(directory);
}

}  // namespace kernodeck
