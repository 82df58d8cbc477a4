#ifndef KERNODECK_TESTS_FUZZ_EVENT_PROPERTIES_H_
#define KERNODECK_TESTS_FUZZ_EVENT_PROPERTIES_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace kernodeck {

// What must hold for any bytes on the channel; shared by the fuzz target and the seeded run. Each
// returns what is wrong, or nothing.

// A line that decodes is encoded again to one that decodes to the same event.
[[nodiscard]] std::string WrongWithLine(std::string_view line);

// A reader that is fed `stream` in pieces of at most `piece` bytes (0: whole) accepts exactly the
// lines before the first bad one, and says whether there was one.
[[nodiscard]] std::string WrongWithStream(std::string_view stream, std::size_t piece,
                                          std::size_t max_total_bytes);

}  // namespace kernodeck

#endif  // KERNODECK_TESTS_FUZZ_EVENT_PROPERTIES_H_
