#include "plugin/diagnosis/libtorch_locator.h"

#include <algorithm>
#include <system_error>

namespace kernodeck {
namespace {

namespace fs = std::filesystem;

#if defined(__x86_64__)
constexpr std::string_view kMultiarch = "x86_64-linux-gnu";
#elif defined(__aarch64__)
constexpr std::string_view kMultiarch = "aarch64-linux-gnu";
#else
constexpr std::string_view kMultiarch = "unknown-linux-gnu";
#endif

std::vector<std::string> EntriesOf(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    names.push_back(entry->path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

// Whether `name` is `stem`.so or a versioned form of it, e.g. libtorch.so.1.13.
bool IsSharedObject(std::string_view name, std::string_view stem) {
  if (name.substr(0, stem.size()) != stem) return false;
  const std::string_view rest = name.substr(stem.size());
  return rest == ".so" || rest.substr(0, 4) == ".so.";
}

// The file to load for `stem`: the plain name where there is one, else the last versioned one.
std::optional<std::string> PickLibrary(const std::vector<std::string>& names,
                                       std::string_view stem) {
  std::optional<std::string> picked;
  for (const std::string& name : names) {
    if (!IsSharedObject(name, stem)) continue;
    picked = name;
    if (name.size() == stem.size() + 3) break;
  }
  return picked;
}

std::optional<LibTorchLocation> LibTorchHere(const fs::path& folder) {
  const std::vector<std::string> names = EntriesOf(folder);
  std::optional<std::string> library = PickLibrary(names, "libtorch");
  if (!library) library = PickLibrary(names, "libtorch_cpu");
  if (!library) return std::nullopt;
  LibTorchLocation location;
  location.directory = folder;
  location.load = {*library};
  for (const std::string_view stem : {"libtorch_cuda", "libtorch_hip"}) {
    const std::optional<std::string> gpu_library = PickLibrary(names, stem);
    if (gpu_library) location.gpu_libraries.push_back(*gpu_library);
  }
  location.rocm = PickLibrary(names, "libtorch_hip").has_value();
  return location;
}

// lib/python3.*/site-packages below a virtual environment or a conda folder.
std::vector<fs::path> SitePackagesBelow(const fs::path& folder) {
  std::vector<fs::path> found;
  for (const std::string& name : EntriesOf(folder / "lib")) {
    if (name.substr(0, 7) == "python3") found.push_back(folder / "lib" / name / "site-packages");
  }
  return found;
}

class Search {
 public:
  // Looks into `folder` for `rule`; true when the search is over.
  bool Try(LocationRule rule, const fs::path& folder) {
    std::optional<LibTorchLocation> location = LibTorchIn(folder);
    if (!location) {
      result_.skipped.push_back({rule, folder.string(), "holds no libtorch library"});
      return false;
    }
    location->rule = rule;
    result_.found = std::move(location);
    return true;
  }
  void Skip(LocationRule rule, std::string place, std::string why) {
    result_.skipped.push_back({rule, std::move(place), std::move(why)});
  }
  LibTorchSearch Take() { return std::move(result_); }

 private:
  LibTorchSearch result_;
};

}  // namespace

std::string_view Name(LocationRule rule) {
  switch (rule) {
    case LocationRule::kGiven:
      return "given by --libtorch or KERNODECK_LIBTORCH";
    case LocationRule::kCaller:
      return "mapped by the calling process";
    case LocationRule::kBuiltWith:
      return "the one that kernodeck was built with";
    case LocationRule::kActivePython:
      return "the active Python's torch";
    case LocationRule::kSystem:
      return "the system's";
  }
  return "";
}

std::optional<LibTorchLocation> LibTorchIn(const fs::path& folder) {
  std::vector<fs::path> places = {folder, folder / "lib", folder / "lib" / kMultiarch,
                                  folder / "lib64", folder / "torch" / "lib"};
  for (const fs::path& packages : SitePackagesBelow(folder)) {
    places.push_back(packages / "torch" / "lib");
  }
  for (const fs::path& place : places) {
    std::optional<LibTorchLocation> location = LibTorchHere(place);
    if (location) return location;
  }
  return std::nullopt;
}

std::vector<fs::path> SystemLibraryFolders() {
  return {fs::path("/usr/local/lib"), fs::path("/usr/lib") / kMultiarch, fs::path("/usr/lib64"),
          fs::path("/usr/lib"), fs::path("/opt/libtorch/lib")};
}

LibTorchSearch LocateLibTorch(const LocatorInput& input) {
  Search search;
  if (input.given) {
    search.Try(LocationRule::kGiven, *input.given);
    return search.Take();
  }
  if (input.built_with && search.Try(LocationRule::kBuiltWith, *input.built_with)) {
    return search.Take();
  }
  if (input.active_python) {
    const std::optional<fs::path> package = input.active_python();
    if (!package) {
      search.Skip(LocationRule::kActivePython, "python3", "has no torch package");
    } else if (search.Try(LocationRule::kActivePython, *package)) {
      return search.Take();
    }
  }
  for (const fs::path& folder : input.system_folders) {
    if (search.Try(LocationRule::kSystem, folder)) break;
  }
  return search.Take();
}

}  // namespace kernodeck
