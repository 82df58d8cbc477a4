#ifndef KERNODECK_PLUGIN_REPORT_WRITE_ALL_H_
#define KERNODECK_PLUGIN_REPORT_WRITE_ALL_H_

#include <sys/types.h>

#include <string_view>

namespace kernodeck {

// Writes the whole of `text` to the descriptor `fd`, however many calls that takes. Returns false
// where that fails, with `errno` set: a closed descriptor, a reader that is gone (EPIPE), a full
// disk, a file-size limit. Neither SIGPIPE nor SIGXFSZ ends or interrupts the process. Waits as
// long as the reader lets it wait. Thread-safe.
[[nodiscard]] bool WriteAll(int fd, std::string_view text);

// The same at the place `offset` of a file.
[[nodiscard]] bool WriteAllAt(int fd, std::string_view text, off_t offset);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_REPORT_WRITE_ALL_H_
