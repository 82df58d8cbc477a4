#include "plugin/core/quoted.h"

#include <cstddef>

namespace kernodeck {
namespace {

constexpr std::size_t kMaxShown = 60;
constexpr std::string_view kHexDigits = "0123456789abcdef";

std::string Escaped(char letter) {
  if (letter == '"' || letter == '\\') return {'\\', letter};
  if (letter >= ' ' && letter <= '~') return {letter};
  const auto byte = static_cast<unsigned char>(letter);
  return {'\\', 'x', kHexDigits[byte >> 4U], kHexDigits[byte & 0xFU]};
}

}  // namespace

std::string Quoted(std::string_view text) {
  std::string shown;
  for (const char letter : text) {
    const std::string next = Escaped(letter);
    if (shown.size() + next.size() > kMaxShown) return "\"" + shown + "...\"";
    shown += next;
  }
  return "\"" + shown + "\"";
}

}  // namespace kernodeck
