#include "plugin/report/xml_text.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <optional>

#include "plugin/report/plain_text.h"

namespace kernodeck {
namespace {

constexpr std::uint32_t kReplacement = 0xFFFD;

// Why no XML library: a report's records are bytes whose every mixture with what stood there before
// must be well-formed, which takes full control of each byte.
void AppendReference(std::uint32_t code_point, std::string& xml) {
  std::array<char, 8> digits{};
  const auto [end, error] =
      std::to_chars(digits.data(), digits.data() + digits.size(), code_point, 16);
  xml.append("&#x").append(digits.data(), end).append(";");
}

bool IsPlain(char letter) {
  return letter >= 0x20 && letter < 0x7F && letter != '<' && letter != '>' && letter != '&' &&
         letter != '"';
}

bool MayBeSeen(std::uint32_t code_point) {
  const bool line = code_point == '\t' || code_point == '\n' || code_point == '\r';
  const bool control = code_point < 0x20 || (code_point >= 0x7F && code_point < 0xA0);
  const bool noncharacter =
      (code_point & 0xFFFEU) == 0xFFFE || (code_point >= 0xFDD0 && code_point <= 0xFDEF);
  return line || (!control && !noncharacter);
}

void AppendCharacter(std::uint32_t code_point, std::string& xml) {
  switch (code_point) {
    case '<':
      xml.append("&lt;");
      break;
    case '>':
      xml.append("&gt;");
      break;
    case '&':
      xml.append("&amp;");
      break;
    case '"':
      xml.append("&quot;");
      break;
    default:
      AppendReference(MayBeSeen(code_point) ? code_point : kReplacement, xml);
  }
}

void AppendClean(std::string_view text, bool keep_line_ends, std::string& xml) {
  while (!text.empty()) {
    std::size_t plain = 0;
    while (plain < text.size() && (IsPlain(text[plain]) || (keep_line_ends && text[plain] == '\n')))
      ++plain;
    xml.append(text.substr(0, plain));
    text.remove_prefix(plain);
    if (text.empty()) return;
    const Character character = FirstCharacter(text).value_or(Character{kReplacement, 1});
    AppendCharacter(character.code_point, xml);
    text.remove_prefix(character.bytes);
  }
}

}  // namespace

void AppendXmlText(std::string_view text, std::string& xml) { AppendClean(text, true, xml); }

// A bare line end in an attribute would be read as a space.
void AppendXmlAttribute(std::string_view name, std::string_view text, std::string& xml) {
  xml.append(" ").append(name).append("=\"");
  AppendClean(text, false, xml);
  xml.append("\"");
}

}  // namespace kernodeck
