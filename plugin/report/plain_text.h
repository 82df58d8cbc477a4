#ifndef KERNODECK_PLUGIN_REPORT_PLAIN_TEXT_H_
#define KERNODECK_PLUGIN_REPORT_PLAIN_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernodeck {

// What keeps foreign text (device names, labels, error names) from harming a report. All functions
// here are thread-safe.

struct Character {
  std::uint32_t code_point = 0;
  std::size_t bytes = 1;
};

// The character that `text` (not empty) begins with; nothing where that is no valid UTF-8:
// a stray or missing continuation byte, an overlong form, a surrogate, above U+10FFFF.
[[nodiscard]] std::optional<Character> FirstCharacter(std::string_view text);

// `text` with each byte that is no part of valid UTF-8 replaced by U+FFFD.
[[nodiscard]] std::string ValidUtf8(std::string_view text);

// ValidUtf8, and every character that could end a line, steer a terminal or reorder text (C0, C1,
// line and paragraph separators, bidirectional controls) replaced by a space.
[[nodiscard]] std::string OneLine(std::string_view text);

// The columns that valid UTF-8 takes on a terminal, at most: a character that may be wide counts 2.
[[nodiscard]] std::size_t Columns(std::string_view text);

// The first characters of valid UTF-8 `text`, in at most `columns` columns.
[[nodiscard]] std::string_view FirstColumns(std::string_view text, std::size_t columns);

// OneLine(text) broken at spaces into lines of at most `columns` (2 or more) columns. A word that
// is longer is broken inside. One empty line for an empty text.
[[nodiscard]] std::vector<std::string> Wrap(std::string_view text, std::size_t columns);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_REPORT_PLAIN_TEXT_H_
