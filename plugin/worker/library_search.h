#ifndef KERNODECK_PLUGIN_WORKER_LIBRARY_SEARCH_H_
#define KERNODECK_PLUGIN_WORKER_LIBRARY_SEARCH_H_

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plugin/worker/elf_file.h"
#include "plugin/worker/loader_cache.h"

namespace kernodeck {

// Where the loader of this process looks, besides what a library itself says.
struct SearchPlaces {
  std::vector<std::filesystem::path> variable;  // LD_LIBRARY_PATH
  LoaderCache cache;
  std::vector<std::filesystem::path> defaults;  // of this system
};

// Reads the variable, and asks the loader itself for its defaults.
[[nodiscard]] SearchPlaces SystemSearchPlaces();

// The folders of a library's own RPATH or RUNPATH, with $ORIGIN filled in. Folders with other
// placeholders are left out.
[[nodiscard]] std::vector<std::filesystem::path> ExpandSearchPath(
    std::string_view search_path, const std::filesystem::path& library);

// What a library that names another one as needed brings along for the search.
struct Requester {
  std::vector<std::filesystem::path> rpath;  // its own and those of the libraries that loaded it
  std::vector<std::filesystem::path> runpath;
};

// Every place where `library` may lie, in the loader's order; files that are not there are left
// out.
[[nodiscard]] std::vector<std::filesystem::path> FindCandidates(const std::string& library,
                                                                const Requester& requester,
                                                                const SearchPlaces& places);

struct FoundLibrary {
  std::filesystem::path file;  // what the loader would take, whole or not; empty for none
  // Of `file`; with none, why the first file of that name was passed over (another machine, not
  // permitted), or kMissing.
  FileCondition condition = FileCondition::kMissing;
};

[[nodiscard]] FoundLibrary FindLibrary(const std::string& library, const Requester& requester,
                                       const SearchPlaces& places);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_WORKER_LIBRARY_SEARCH_H_
