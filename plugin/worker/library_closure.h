#ifndef KERNODECK_PLUGIN_WORKER_LIBRARY_CLOSURE_H_
#define KERNODECK_PLUGIN_WORKER_LIBRARY_CLOSURE_H_

#include <filesystem>
#include <string>
#include <vector>

#include "plugin/worker/elf_file.h"
#include "plugin/worker/library_search.h"

namespace kernodeck {

// One library that the loader would bring in, or has brought in already.
struct ClosureEntry {
  std::string name;            // as another library names it
  std::filesystem::path file;  // empty where none was found
  bool loaded = false;         // mapped into this process already
  ElfDescription elf;          // elf.condition says why where no file was found
};

// The library `root` and everything that it needs, near ones first, found as the loader would find
// them and read without loading anything.
[[nodiscard]] std::vector<ClosureEntry> WalkClosure(const std::filesystem::path& root,
                                                    const SearchPlaces& places);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_WORKER_LIBRARY_CLOSURE_H_
