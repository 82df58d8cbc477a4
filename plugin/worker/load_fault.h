#ifndef KERNODECK_PLUGIN_WORKER_LOAD_FAULT_H_
#define KERNODECK_PLUGIN_WORKER_LOAD_FAULT_H_

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "plugin/worker/library_search.h"

namespace kernodeck {

// Why a library does not load, as far as the files themselves show it. The loader's own words are
// not used: they are translated, change between systems, and say "No such file" of files that are
// there.
struct LoadFault {
  enum class Kind {
    kNotFound,           // the library itself is not there
    kMissingDependency,  // detail: a needed library that is nowhere
    kUndefinedSymbol,    // all files are whole, and none defines a symbol that one wants
    kVersionNotFound,    // detail: a version that the library there does not have
    kWrongArchitecture,  // detail: a library for another machine
    kInvalidLibrary,     // detail: a file that is no whole library
    kNotPermitted,       // detail: a library that may not be read
    kUnknown,
  };
  Kind kind = Kind::kUnknown;
  std::string detail;  // a bare library or version name, see SafeName
};

// The word of the kind in a `failure` event, e.g. `missing_dependency`.
[[nodiscard]] std::string_view Name(LoadFault::Kind kind);

// Explains why loading `library` failed. Slow: it may read every symbol of every library.
[[nodiscard]] LoadFault ExplainLoadFailure(const std::filesystem::path& library,
                                           const SearchPlaces& places);

// A library among what `library` brings in whose loading would be a bus error, because its file
// ends too early. Quick: to be asked before loading.
[[nodiscard]] std::optional<LoadFault> FindTruncatedLibrary(const std::filesystem::path& library,
                                                            const SearchPlaces& places);

// The last part of `name`, at most 64 of [A-Za-z0-9._+-]; others become `_`. What is handed to
// reports passes through here.
[[nodiscard]] std::string SafeName(std::string_view name);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_WORKER_LOAD_FAULT_H_
