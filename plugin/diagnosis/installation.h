#ifndef KERNODECK_PLUGIN_DIAGNOSIS_INSTALLATION_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_INSTALLATION_H_

#include <filesystem>
#include <optional>
#include <string>

namespace kernodeck {

// The LibTorch that the probe was built for, as the build wrote it down beside the probe
// (libtorch.txt).
struct BuiltFor {
  std::string version;
  std::string backend;                               // "cuda", "rocm", "cpu"
  std::string cuda;                                  // CUDA version of the build, may be empty
  std::optional<std::filesystem::path> library_dir;  // absent in an installed tree
};

// Where the parts of kernodeck lie. All are found relative to the command, so a folder of it can be
// moved.
struct Installation {
  std::filesystem::path command;
  std::filesystem::path worker;
  std::filesystem::path probe;
  std::optional<BuiltFor> built_for;  // nothing: built without LibTorch, there is no probe
};

// The parts that belong to the command at `command` (an absolute path without links).
[[nodiscard]] Installation FindInstallation(const std::filesystem::path& command);

// The path of the running executable, without links; empty where the kernel does not tell.
[[nodiscard]] std::filesystem::path RunningExecutable();

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_INSTALLATION_H_
