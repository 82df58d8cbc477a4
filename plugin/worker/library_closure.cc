#include "plugin/worker/library_closure.h"

#include <dlfcn.h>
#include <link.h>

#include <cstddef>
#include <optional>
#include <set>
#include <utility>

namespace kernodeck {
namespace {

namespace fs = std::filesystem;

// Enough for any package of libraries; a bound for files that name themselves in circles.
constexpr std::size_t kMaxLibraries = 1000;

// The file of a library that is mapped already.
std::optional<fs::path> LoadedFile(const std::string& name) {
  void* const handle = dlopen(name.c_str(), RTLD_LAZY | RTLD_NOLOAD);
  if (handle == nullptr) return std::nullopt;
  link_map* map = nullptr;
  std::optional<fs::path> file;
  if (dlinfo(handle, RTLD_DI_LINKMAP, static_cast<void*>(&map)) == 0) file = map->l_name;
  dlclose(handle);
  return file;
}

// What the entry hands on to the search for what it needs: its own RUNPATH alone, or its RPATH
// followed by the RPATHs of those that loaded it.
struct Chain {
  Requester requester;
  std::vector<fs::path> inherited;
};

Chain Extend(const std::vector<fs::path>& inherited, const ClosureEntry& entry) {
  Chain chain;
  if (!entry.elf.runpath.empty()) {
    chain.requester.runpath = ExpandSearchPath(entry.elf.runpath, entry.file);
    chain.inherited = inherited;
    return chain;
  }
  chain.inherited = ExpandSearchPath(entry.elf.rpath, entry.file);
  chain.inherited.insert(chain.inherited.end(), inherited.begin(), inherited.end());
  chain.requester.rpath = chain.inherited;
  return chain;
}

ClosureEntry Resolve(const std::string& name, const Requester& requester,
                     const SearchPlaces& places) {
  ClosureEntry entry{name, {}, false, {}};
  if (const std::optional<fs::path> loaded = LoadedFile(name)) {
    entry.file = *loaded;
    entry.loaded = true;
    entry.elf = DescribeElf(entry.file);
    return entry;
  }
  const FoundLibrary found = FindLibrary(name, requester, places);
  entry.file = found.file;
  if (!found.file.empty()) entry.elf = DescribeElf(found.file);
  entry.elf.condition = found.condition;
  return entry;
}

}  // namespace

std::vector<ClosureEntry> WalkClosure(const fs::path& root, const SearchPlaces& places) {
  std::vector<ClosureEntry> entries = {{root.filename().string(), root, false, DescribeElf(root)}};
  std::vector<Chain> chains = {Extend({}, entries.front())};
  std::set<std::string> seen = {entries.front().name, entries.front().elf.soname};
  for (std::size_t i = 0; i < entries.size() && entries.size() < kMaxLibraries; ++i) {
    if (entries[i].loaded) continue;
    const std::vector<std::string> needed = entries[i].elf.needed;
    for (const std::string& name : needed) {
      if (name.empty() || !seen.insert(name).second) continue;
      entries.push_back(Resolve(name, chains[i].requester, places));
      chains.push_back(Extend(chains[i].inherited, entries.back()));
    }
  }
  return entries;
}

}  // namespace kernodeck
