#include "plugin/worker/load_fault.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <unordered_set>
#include <utility>
#include <vector>

#include "plugin/worker/library_closure.h"

namespace kernodeck {
namespace {

namespace fs = std::filesystem;
using Kind = LoadFault::Kind;

// The fault of one file by itself.
std::optional<LoadFault> FaultOfFile(const ClosureEntry& entry, bool is_root) {
  const auto fault = [&entry](Kind kind) { return LoadFault{kind, SafeName(entry.name)}; };
  switch (entry.elf.condition) {
    case FileCondition::kWhole:
      return std::nullopt;
    case FileCondition::kMissing:
      return is_root ? fault(Kind::kNotFound) : fault(Kind::kMissingDependency);
    case FileCondition::kNotPermitted:
      return fault(Kind::kNotPermitted);
    case FileCondition::kOtherMachine:
      return fault(Kind::kWrongArchitecture);
    case FileCondition::kUnreadable:
    case FileCondition::kNotElf:
    case FileCondition::kTruncated:
    case FileCondition::kTailMissing:
      return fault(Kind::kInvalidLibrary);
  }
  return std::nullopt;
}

// Near libraries come first in a closure, and what is nearest is named.
std::optional<LoadFault> FindFaultyFile(const std::vector<ClosureEntry>& closure) {
  for (std::size_t i = 0; i < closure.size(); ++i) {
    if (closure[i].loaded) continue;
    std::optional<LoadFault> fault = FaultOfFile(closure[i], i == 0);
    if (!fault) continue;
    // The last word on a library that was not found is the loader's: it may know places of its own.
    void* const handle = fault->kind == Kind::kMissingDependency
                             ? dlopen(closure[i].name.c_str(), RTLD_LAZY | RTLD_LOCAL)
                             : nullptr;
    if (handle == nullptr) return fault;
  }
  return std::nullopt;
}

std::optional<LoadFault> FindMissingVersion(const std::vector<ClosureEntry>& closure) {
  for (const ClosureEntry& entry : closure) {
    if (entry.loaded) continue;
    for (const NeededVersion& needed : entry.elf.needed_versions) {
      const auto library =
          std::find_if(closure.begin(), closure.end(), [&needed](const ClosureEntry& candidate) {
            return candidate.name == needed.library || candidate.elf.soname == needed.library;
          });
      // A library without any versions is accepted by the loader.
      if (needed.weak || library == closure.end() || library->elf.defined_versions.empty())
        continue;
      const auto& defined = library->elf.defined_versions;
      if (std::find(defined.begin(), defined.end(), needed.version) == defined.end()) {
        return LoadFault{Kind::kVersionNotFound, SafeName(needed.version)};
      }
    }
  }
  return std::nullopt;
}

int CollectLoadedFile(dl_phdr_info* info, std::size_t /*size*/, void* context) {
  const std::string name = info->dlpi_name;
  auto& files = *static_cast<std::vector<fs::path>*>(context);
  if (files.empty()) files.emplace_back("/proc/self/exe");  // the first one is the program
  if (name.find('/') != std::string::npos) files.emplace_back(name);
  return 0;
}

// Only an interpreter has these: whether it does is not for the files of a LibTorch to say.
bool IsOfPython(std::string_view symbol) {
  return symbol.substr(0, 2) == "Py" || symbol.substr(0, 3) == "_Py";
}

// Nothing where the symbols of some file cannot be read: then nothing is claimed.
std::optional<LoadFault> FindUndefinedSymbol(const std::vector<ClosureEntry>& closure) {
  std::vector<fs::path> loaded;
  dl_iterate_phdr(CollectLoadedFile, &loaded);
  std::unordered_set<std::string> defined;
  for (const fs::path& file : loaded) {
    for (std::string& name : ReadElfSymbols(file).defined) defined.insert(std::move(name));
  }
  std::vector<std::pair<std::string, std::vector<std::string>>> wanted;
  for (const ClosureEntry& entry : closure) {
    if (entry.loaded) continue;
    ElfSymbols symbols = ReadElfSymbols(entry.file);
    if (!symbols.known) return std::nullopt;
    for (std::string& name : symbols.defined) defined.insert(std::move(name));
    wanted.emplace_back(entry.name, std::move(symbols.undefined));
  }
  for (const auto& [library, names] : wanted) {
    for (const std::string& name : names) {
      if (!IsOfPython(name) && !defined.contains(name))
        return LoadFault{Kind::kUndefinedSymbol, SafeName(library)};
    }
  }
  return std::nullopt;
}

}  // namespace

std::string_view Name(LoadFault::Kind kind) {
  switch (kind) {
    case Kind::kNotFound:
      return "not_found";
    case Kind::kMissingDependency:
      return "missing_dependency";
    case Kind::kUndefinedSymbol:
      return "undefined_symbol";
    case Kind::kVersionNotFound:
      return "version_not_found";
    case Kind::kWrongArchitecture:
      return "wrong_architecture";
    case Kind::kInvalidLibrary:
      return "invalid_library";
    case Kind::kNotPermitted:
      return "library_permission";
    case Kind::kUnknown:
      return "load_failed";
  }
  return "load_failed";
}

LoadFault ExplainLoadFailure(const fs::path& library, const SearchPlaces& places) {
  const std::vector<ClosureEntry> closure = WalkClosure(library, places);
  if (auto fault = FindFaultyFile(closure)) return *std::move(fault);
  if (auto fault = FindMissingVersion(closure)) return *std::move(fault);
  if (auto fault = FindUndefinedSymbol(closure)) return *std::move(fault);
  return {};
}

std::optional<LoadFault> FindTruncatedLibrary(const fs::path& library, const SearchPlaces& places) {
  for (const ClosureEntry& entry : WalkClosure(library, places)) {
    if (!entry.loaded && entry.elf.condition == FileCondition::kTruncated) {
      return LoadFault{Kind::kInvalidLibrary, SafeName(entry.name)};
    }
  }
  return std::nullopt;
}

std::string SafeName(std::string_view name) {
  constexpr std::string_view kAllowed =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._+-";
  const std::size_t slash = name.rfind('/');
  if (slash != std::string_view::npos) name.remove_prefix(slash + 1);
  std::string safe(name.substr(0, 64));
  for (char& letter : safe) {
    if (kAllowed.find(letter) == std::string_view::npos) letter = '_';
  }
  return safe;
}

}  // namespace kernodeck
