#ifndef KERNODECK_PLUGIN_CLI_SHARED_LIBRARY_H_
#define KERNODECK_PLUGIN_CLI_SHARED_LIBRARY_H_

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernodeck {

// Where the loader looks, in its order.
struct LoaderPlaces {
  std::string library_path;                    // LD_LIBRARY_PATH
  std::filesystem::path cache;                 // /etc/ld.so.cache
  std::vector<std::filesystem::path> folders;  // the system's own
};

[[nodiscard]] LoaderPlaces SystemLoaderPlaces(std::string library_path);

// The file that the loader takes for `name`, without loading it: the first that is there and was
// built for this machine.
[[nodiscard]] std::optional<std::filesystem::path> FindSharedLibrary(const std::string& name,
                                                                     const LoaderPlaces& places);

// The paths that the content of a loader's cache (glibc's format 1.1) has for `name`, in its order.
// Empty for what is no such cache; never reads beyond it.
[[nodiscard]] std::vector<std::string> CachedPaths(std::string_view cache, std::string_view name);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CLI_SHARED_LIBRARY_H_
