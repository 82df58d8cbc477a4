#ifndef KERNODECK_PLUGIN_GTEST_RECORDED_TEXT_H_
#define KERNODECK_PLUGIN_GTEST_RECORDED_TEXT_H_

#include <functional>
#include <string>
#include <string_view>

namespace kernodeck {

// What a report says of a message that GoogleTest recorded: the lines of SCOPED_TRACE name their
// files as `source_name` has it, and of an exception that escaped (`escaped`) the first line of
// what it said is left. LibTorch adds frames with the paths of its libraries.
[[nodiscard]] std::string RecordedText(
    std::string_view message, bool escaped,
    const std::function<std::string(std::string_view)>& source_name);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_GTEST_RECORDED_TEXT_H_
