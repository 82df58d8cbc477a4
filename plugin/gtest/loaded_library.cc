#include "plugin/gtest/loaded_library.h"

#include <dlfcn.h>
#include <link.h>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace kernodeck {
namespace {

// How many libraries were ever loaded into this process: the loader counts them.
std::uint64_t LoadsSoFar() {
  std::uint64_t loads = 0;
  const auto first_only = [](dl_phdr_info* info, std::size_t size, void* count) {
    const bool counted = size >= offsetof(dl_phdr_info, dlpi_adds) + sizeof info->dlpi_adds;
    *static_cast<std::uint64_t*>(count) = counted ? info->dlpi_adds : 0;
    return 1;
  };
  dl_iterate_phdr(first_only, &loads);
  return loads;
}

}  // namespace

LoadedLibrary::LoadedLibrary(std::vector<std::string> names) : names_(std::move(names)) {}

void* LoadedLibrary::Open(int flags) {
  for (const std::string& name : names_) {
    if (handle_ == nullptr) handle_ = dlopen(name.c_str(), RTLD_NOW | flags);
  }
  return handle_;
}

void* LoadedLibrary::Find() {
  if (handle_ != nullptr) return handle_;
  const std::uint64_t loads = LoadsSoFar();
  // A loader without the count is asked each time.
  if (loads != 0 && loads == loads_seen_) return nullptr;
  loads_seen_ = loads;
  return Open(RTLD_NOLOAD);
}

void* LoadedLibrary::Load() { return handle_ != nullptr ? handle_ : Open(0); }

}  // namespace kernodeck
