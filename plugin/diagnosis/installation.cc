#include "plugin/diagnosis/installation.h"

#include <fstream>
#include <map>
#include <system_error>

namespace kernodeck {
namespace {

namespace fs = std::filesystem;

std::optional<BuiltFor> ReadBuiltFor(const fs::path& file) {
  std::ifstream stream(file);
  if (!stream) return std::nullopt;
  std::map<std::string, std::string> values;
  for (std::string line; std::getline(stream, line);) {
    const std::size_t equals = line.find('=');
    if (equals != std::string::npos) values[line.substr(0, equals)] = line.substr(equals + 1);
  }
  if (values["version"].empty()) return std::nullopt;
  BuiltFor built_for{values["version"], values["backend"], values["cuda"], std::nullopt};
  if (!values["library_dir"].empty()) built_for.library_dir = values["library_dir"];
  return built_for;
}

}  // namespace

fs::path RunningExecutable() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error);
}

Installation FindInstallation(const fs::path& command) {
  const fs::path folder = command.parent_path();
  const fs::path library = folder.parent_path() / "lib" / "kernodeck";
  return {command, folder / "kernodeck-worker", library / "kernodeck_probe.so",
          ReadBuiltFor(library / "libtorch.txt")};
}

}  // namespace kernodeck
