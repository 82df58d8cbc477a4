#ifndef KERNODECK_PLUGIN_CORE_NEAREST_H_
#define KERNODECK_PLUGIN_CORE_NEAREST_H_

#include <string>
#include <string_view>
#include <vector>

namespace kernodeck {

// Which of `names` may have been meant by `given`, nearest first, three at most: those that hold it
// or that few edits lead to, whatever the case of the letters. Empty where none is near.
[[nodiscard]] std::vector<std::string_view> Nearest(std::string_view given,
                                                    const std::vector<std::string_view>& names);

// ` Did you mean A, B or C?`, with its leading space; empty for no names.
[[nodiscard]] std::string DidYouMean(const std::vector<std::string_view>& names);

// ASCII letters in lower case, every other byte as it is.
[[nodiscard]] std::string Lower(std::string_view text);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CORE_NEAREST_H_
