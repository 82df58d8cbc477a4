#ifndef KERNODECK_PLUGIN_RUN_TEST_PROGRAM_H_
#define KERNODECK_PLUGIN_RUN_TEST_PROGRAM_H_

#include <filesystem>
#include <string>
#include <string_view>
#include <variant>

namespace kernodeck {

// The program that `name` is, as a shell would find it: a path where it has a slash, else by the
// folders of `search_path` (the value of PATH). What is wrong with it otherwise, as the end of a
// sentence that begins with the name ("is not there").
[[nodiscard]] std::variant<std::filesystem::path, std::string> FindTestProgram(
    const std::string& name, std::string_view search_path);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_RUN_TEST_PROGRAM_H_
