#ifndef KERNODECK_PLUGIN_GTEST_SOURCE_PATH_H_
#define KERNODECK_PLUGIN_GTEST_SOURCE_PATH_H_

#include <filesystem>
#include <string>

namespace kernodeck {

// How a report names the source file that the compiler called `file`: relative to `root` where it
// lies below it, a relative name that does not lead out as it is, else the bare name. Never a path
// of the machine.
[[nodiscard]] std::string SourcePath(const std::filesystem::path& file,
                                     const std::filesystem::path& root);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_GTEST_SOURCE_PATH_H_
