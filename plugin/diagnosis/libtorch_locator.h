#ifndef KERNODECK_PLUGIN_DIAGNOSIS_LIBTORCH_LOCATOR_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_LIBTORCH_LOCATOR_H_

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernodeck {

// By which rule a LibTorch was found. The order is the order of the search; what is given ends it.
enum class LocationRule { kGiven, kCaller, kBuiltWith, kActivePython, kSystem };

// The rule in words, for `kernodeck where`.
[[nodiscard]] std::string_view Name(LocationRule rule);

struct LibTorchLocation {
  LocationRule rule = LocationRule::kGiven;
  std::filesystem::path directory;         // holds the shared objects
  std::vector<std::string> load;           // file names to load from it, in order
  std::vector<std::string> gpu_libraries;  // libtorch_cuda*, libtorch_hip* that lie there
  bool rocm = false;                       // a libtorch_hip lies there
};

// A place that was looked at before and had none, for `kernodeck where` only: it holds paths.
struct SkippedPlace {
  LocationRule rule;
  std::string place;
  std::string why;
};

struct LibTorchSearch {
  std::optional<LibTorchLocation> found;
  std::vector<SkippedPlace> skipped;
  std::optional<int> interrupted_by_signal;  // while the active Python was asked: nothing is known
};

struct LocatorInput {
  std::optional<std::filesystem::path> given;       // --libtorch or KERNODECK_LIBTORCH
  std::optional<std::filesystem::path> built_with;  // the library folder of the build
  // The folder of the active Python's torch package, asked for only when it is that rule's turn.
  std::function<std::optional<std::filesystem::path>()> active_python;
  std::vector<std::filesystem::path> system_folders;  // library folders of the system
};

// Looks for LibTorch. A folder may be given as a prefix (lib, lib64, lib/<multiarch>), the library
// folder itself, a torch package, a site-packages folder, or a virtual environment.
[[nodiscard]] LibTorchSearch LocateLibTorch(const LocatorInput& input);

// The LibTorch in one folder of any accepted form, or nothing.
[[nodiscard]] std::optional<LibTorchLocation> LibTorchIn(const std::filesystem::path& folder);

// Where distributions put shared libraries on this machine.
[[nodiscard]] std::vector<std::filesystem::path> SystemLibraryFolders();

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_LIBTORCH_LOCATOR_H_
