#include "plugin/report/plain_text.h"

#include <algorithm>

namespace kernodeck {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD
constexpr std::uint32_t kFirstWide = 0x1100;               // no wide character lies below it

std::uint32_t Byte(std::string_view text, std::size_t index) {
  return static_cast<unsigned char>(text[index]);
}

bool Between(std::uint32_t value, std::uint32_t low, std::uint32_t high) {
  return low <= value && value <= high;
}

// Whether a terminal, or a reader's eye, would be steered by it.
bool Steers(std::uint32_t code_point) {
  return code_point < 0x20 || Between(code_point, 0x7F, 0x9F) || code_point == 0x061C ||
         Between(code_point, 0x200B, 0x200F) || Between(code_point, 0x2028, 0x202E) ||
         Between(code_point, 0x2060, 0x206F) || code_point == 0xFEFF ||
         Between(code_point, 0xE0000, 0xE007F);
}

std::string Clean(std::string_view text, bool one_line) {
  std::string clean;
  clean.reserve(text.size());
  while (!text.empty()) {
    const std::optional<Character> character = FirstCharacter(text);
    const std::size_t bytes = character ? character->bytes : 1;
    if (!character) {
      clean.append(kReplacement);
    } else if (one_line && Steers(character->code_point)) {
      clean.push_back(' ');
    } else {
      clean.append(text.substr(0, bytes));
    }
    text.remove_prefix(bytes);
  }
  return clean;
}

}  // namespace

std::optional<Character> FirstCharacter(std::string_view text) {
  const std::uint32_t lead = Byte(text, 0);
  if (lead < 0x80) return Character{lead, 1};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes) return std::nullopt;
  std::uint32_t code_point = lead & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((Byte(text, i) & 0xC0U) != 0x80) return std::nullopt;
    code_point = (code_point << 6U) | (Byte(text, i) & 0x3FU);
  }
  const bool overlong = (bytes == 3 && code_point < 0x800) || (bytes == 4 && code_point < 0x10000);
  const bool surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
  if (overlong || surrogate || code_point > 0x10FFFF) return std::nullopt;
  return Character{code_point, bytes};
}

std::string ValidUtf8(std::string_view text) { return Clean(text, false); }

std::string OneLine(std::string_view text) { return Clean(text, true); }

std::size_t Columns(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    const Character character = FirstCharacter(text).value_or(Character{});
    columns += character.code_point >= kFirstWide ? 2 : 1;
    text.remove_prefix(character.bytes);
  }
  return columns;
}

std::string_view FirstColumns(std::string_view text, std::size_t columns) {
  std::size_t taken = 0;
  while (taken < text.size()) {
    const Character character = FirstCharacter(text.substr(taken)).value_or(Character{});
    const std::size_t width = character.code_point >= kFirstWide ? 2 : 1;
    if (width > columns) break;
    columns -= width;
    taken += character.bytes;
  }
  return text.substr(0, taken);
}

std::vector<std::string> Wrap(std::string_view text, std::size_t columns) {
  const std::string clean = OneLine(text);
  const std::size_t width = std::max<std::size_t>(columns, 2);
  std::vector<std::string> lines(1);
  std::string_view rest = clean;
  while (!rest.empty()) {
    const std::size_t space = std::min(rest.find(' '), rest.size());
    std::string_view word = rest.substr(0, space);
    rest.remove_prefix(std::min(space + 1, rest.size()));
    while (!word.empty()) {
      std::string& line = lines.back();
      const std::size_t used = line.empty() ? 0 : Columns(line) + 1;
      if (used + Columns(word) <= width) {
        line.append(line.empty() ? "" : " ").append(word);
        break;
      }
      if (!line.empty()) {
        lines.emplace_back();
        continue;
      }
      const std::string_view part = FirstColumns(word, width);
      line.append(part);
      word.remove_prefix(part.size());
      if (!word.empty()) lines.emplace_back();
    }
  }
  return lines;
}

}  // namespace kernodeck
