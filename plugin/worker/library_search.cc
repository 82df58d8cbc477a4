#include "plugin/worker/library_search.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <system_error>

namespace kernodeck {
namespace {

namespace fs = std::filesystem;

void Replace(std::string& text, std::string_view from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
}

// Something of that name is there, readable or not; a link to nothing is not.
bool IsThere(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  return status.type() != fs::file_type::not_found && status.type() != fs::file_type::none;
}

void AppendFolders(const std::vector<fs::path>& folders, const std::string& library,
                   std::vector<fs::path>& candidates) {
  for (const fs::path& folder : folders) candidates.push_back(folder / library);
}

// What the loader passes over in its search instead of stopping there.
bool IsPassedOver(FileCondition condition) {
  return condition == FileCondition::kMissing || condition == FileCondition::kOtherMachine ||
         condition == FileCondition::kNotPermitted;
}

// A folder that a library or a variable names, not one of the system's own.
bool IsNamedFolder(const fs::path& folder, const Requester& requester, const SearchPlaces& places) {
  const auto holds = [&folder](const std::vector<fs::path>& folders) {
    return std::find(folders.begin(), folders.end(), folder) != folders.end();
  };
  return holds(requester.rpath) || holds(requester.runpath) || holds(places.variable);
}

}  // namespace

SearchPlaces SystemSearchPlaces() {
  SearchPlaces places;
  const char* const variable = std::getenv("LD_LIBRARY_PATH");
  std::string folders = variable != nullptr ? variable : "";
  std::replace(folders.begin(), folders.end(), ';', ':');  // the loader takes both
  places.variable = ExpandSearchPath(folders, "/proc/self/exe");
  void* const self = dlopen(nullptr, RTLD_LAZY);
  Dl_serinfo size{};
  if (self == nullptr || dlinfo(self, RTLD_DI_SERINFOSIZE, &size) != 0) return places;
  std::vector<std::max_align_t> buffer(size.dls_size / sizeof(std::max_align_t) + 1);
  auto* const list = reinterpret_cast<Dl_serinfo*>(buffer.data());
  list->dls_size = size.dls_size;
  list->dls_cnt = size.dls_cnt;
  if (dlinfo(self, RTLD_DI_SERINFO, list) != 0) return places;
  for (unsigned int i = 0; i < list->dls_cnt; ++i) {
    // The variable's folders stand in this list too, and glibc does not mark which is which.
    const fs::path place = list->dls_serpath[i].dls_name;
    if (std::find(places.variable.begin(), places.variable.end(), place) == places.variable.end()) {
      places.defaults.push_back(place);
    }
  }
  return places;
}

std::vector<fs::path> ExpandSearchPath(std::string_view search_path, const fs::path& library) {
  std::vector<fs::path> folders;
  while (!search_path.empty()) {
    const std::size_t colon = std::min(search_path.find(':'), search_path.size());
    std::string folder(search_path.substr(0, colon));
    search_path.remove_prefix(std::min(colon + 1, search_path.size()));
    Replace(folder, "${ORIGIN}", library.parent_path().string());
    Replace(folder, "$ORIGIN", library.parent_path().string());
    if (!folder.empty() && folder.find('$') == std::string::npos) folders.emplace_back(folder);
  }
  return folders;
}

std::vector<fs::path> FindCandidates(const std::string& library, const Requester& requester,
                                     const SearchPlaces& places) {
  std::vector<fs::path> candidates;
  if (library.find('/') != std::string::npos) {
    candidates.emplace_back(library);
  } else {
    AppendFolders(requester.rpath, library, candidates);
    AppendFolders(places.variable, library, candidates);
    AppendFolders(requester.runpath, library, candidates);
    for (fs::path& file : places.cache.Find(library)) candidates.push_back(std::move(file));
    AppendFolders(places.defaults, library, candidates);
  }
  candidates.erase(std::remove_if(candidates.begin(), candidates.end(),
                                  [](const fs::path& file) { return !IsThere(file); }),
                   candidates.end());
  return candidates;
}

FoundLibrary FindLibrary(const std::string& library, const Requester& requester,
                         const SearchPlaces& places) {
  FoundLibrary found;
  for (const fs::path& candidate : FindCandidates(library, requester, places)) {
    const FileCondition condition = CheckElf(candidate);
    if (!IsPassedOver(condition)) return {candidate, condition};
    // The system keeps libraries for other word sizes beside the others; the loader looks on.
    const bool systems_own = condition == FileCondition::kOtherMachine &&
                             !IsNamedFolder(candidate.parent_path(), requester, places);
    if (systems_own) continue;
    if (found.condition == FileCondition::kMissing) found.condition = condition;
  }
  return found;
}

}  // namespace kernodeck
