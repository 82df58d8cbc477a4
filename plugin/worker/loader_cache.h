#ifndef KERNODECK_PLUGIN_WORKER_LOADER_CACHE_H_
#define KERNODECK_PLUGIN_WORKER_LOADER_CACHE_H_

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernodeck {

// The file that ldconfig writes: which library name lies where.
class LoaderCache {
 public:
  // Reads glibc's format (sysdeps/generic/dl-cache.h), also behind the older one. A file that is
  // missing or of another format is an empty cache.
  explicit LoaderCache(const std::filesystem::path& file_of_cache = "/etc/ld.so.cache");

  // The files that are listed for `library`, of every word size, in the file's order.
  [[nodiscard]] std::vector<std::filesystem::path> Find(std::string_view library) const;

 private:
  std::vector<std::pair<std::string, std::string>> entries_;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_WORKER_LOADER_CACHE_H_
