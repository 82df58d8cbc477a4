#ifndef KERNODECK_PLUGIN_GTEST_LOADED_LIBRARY_H_
#define KERNODECK_PLUGIN_GTEST_LOADED_LIBRARY_H_

#include <cstdint>
#include <string>
#include <vector>

namespace kernodeck {

// A library that somebody else may load into this process at any time. Looking for it takes about
// ten nanoseconds as long as nothing was loaded since the last look; dlopen would search the disk
// each time. Not thread-safe.
class LoadedLibrary {
 public:
  // The names under which it may have been loaded.
  explicit LoadedLibrary(std::vector<std::string> names);

  // Its handle, or null where it is not in this process. Loads nothing. Once found it stays.
  [[nodiscard]] void* Find();
  // The same, and loads it where it is not there yet.
  [[nodiscard]] void* Load();

 private:
  void* Open(int flags);

  std::vector<std::string> names_;
  std::uint64_t loads_seen_ = 0;
  void* handle_ = nullptr;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_GTEST_LOADED_LIBRARY_H_
