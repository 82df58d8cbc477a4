#ifndef KERNODECK_PLUGIN_GTEST_SOURCE_PATH_H_
#define KERNODECK_PLUGIN_GTEST_SOURCE_PATH_H_

#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace kernodeck {

// How a report names the source file that the compiler called `file`: relative to `root` where it
// lies below it, a relative name that does not lead out as it is, else the bare name. Never a path
// of the machine. A name that leads out of the folder of the build (`../../tests/a.cc`) is taken
// for one below `root` where there is such a file.
[[nodiscard]] std::string SourcePath(const std::filesystem::path& file,
                                     const std::filesystem::path& root);

// The same for the files of many tests, each worked out once. Thread-safe.
class SourceNames {
 public:
  explicit SourceNames(std::filesystem::path root) : root_(std::move(root)) {}

  [[nodiscard]] std::string Of(std::string_view file);

 private:
  std::filesystem::path root_;
  std::mutex mutex_;
  std::map<std::string, std::string, std::less<>> names_;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_GTEST_SOURCE_PATH_H_
