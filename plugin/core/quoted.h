#ifndef KERNODECK_PLUGIN_CORE_QUOTED_H_
#define KERNODECK_PLUGIN_CORE_QUOTED_H_

#include <string>
#include <string_view>

namespace kernodeck {

// What was given, fit for one line of any terminal: in double quotes, everything but printable
// ASCII as \xNN, cut with `...` after 60 characters.
[[nodiscard]] std::string Quoted(std::string_view text);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CORE_QUOTED_H_
