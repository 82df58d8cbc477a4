#ifndef KERNODECK_PLUGIN_WORKER_LIBRARY_LOADER_H_
#define KERNODECK_PLUGIN_WORKER_LIBRARY_LOADER_H_

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace kernodeck {

struct LoadResult {
  void* handle = nullptr;   // nothing when loading failed; never closed
  std::string loader_text;  // what the loader said then; local evidence only
};

// Whether the loader gives the library's symbols to whatever is loaded later.
enum class SymbolScope { kGlobal, kLocal };

// Loads `file` with all its symbols bound at once. The library's constructors run here.
[[nodiscard]] LoadResult LoadLibrary(const std::filesystem::path& file, SymbolScope scope);

// A library of LibTorch as it is really mapped into this process.
struct MappedLibrary {
  std::string name;  // without its version: libtorch_cpu.so
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::string file;  // local evidence only
};

// Of libc10, libtorch_cpu, libtorch_cuda and libtorch_hip those that are mapped.
[[nodiscard]] std::vector<MappedLibrary> MappedTorchLibraries();

// Whether a file of a GPU backend (libtorch_cuda*.so*, libtorch_hip*.so*) lies in `folder`.
[[nodiscard]] bool HoldsGpuLibrary(const std::filesystem::path& folder);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_WORKER_LIBRARY_LOADER_H_
