#include "plugin/worker/library_loader.h"

#include <dlfcn.h>
#include <link.h>
#include <sys/stat.h>

#include <array>
#include <string_view>
#include <system_error>

namespace kernodeck {
namespace {

namespace fs = std::filesystem;

bool StartsWith(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

int CollectTorchLibrary(dl_phdr_info* info, std::size_t /*size*/, void* context) {
  constexpr std::array<std::string_view, 4> kNames = {"libc10.so", "libtorch_cpu.so",
                                                      "libtorch_cuda.so", "libtorch_hip.so"};
  const std::string file = info->dlpi_name;
  const std::string base = fs::path(file).filename().string();
  for (const std::string_view name : kNames) {
    // `libtorch_cpu.so` or `libtorch_cpu.so.1.13`, and not `libtorch_cpu.something`.
    if (!StartsWith(base, name) || (base.size() > name.size() && base[name.size()] != '.'))
      continue;
    struct stat status {};
    if (stat(file.c_str(), &status) != 0) continue;
    static_cast<std::vector<MappedLibrary>*>(context)->push_back(
        {std::string(name), status.st_dev, status.st_ino, file});
  }
  return 0;
}

}  // namespace

LoadResult LoadLibrary(const fs::path& file, SymbolScope scope) {
  // A name without a folder would be searched for instead.
  const fs::path place = file.has_parent_path() ? file : fs::path(".") / file;
  const int visibility = scope == SymbolScope::kGlobal ? RTLD_GLOBAL : RTLD_LOCAL;
  LoadResult result;
  result.handle = dlopen(place.c_str(), RTLD_NOW | visibility);
  if (result.handle == nullptr) {
    const char* const text = dlerror();
    result.loader_text = text != nullptr ? text : "the loader gave no reason";
  }
  return result;
}

std::vector<MappedLibrary> MappedTorchLibraries() {
  std::vector<MappedLibrary> libraries;
  dl_iterate_phdr(CollectTorchLibrary, &libraries);
  return libraries;
}

bool HoldsGpuLibrary(const fs::path& folder) {
  std::error_code error;
  for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    const bool of_backend = StartsWith(name, "libtorch_cuda") || StartsWith(name, "libtorch_hip");
    if (of_backend && name.find(".so") != std::string::npos) return true;
  }
  return false;
}

}  // namespace kernodeck
