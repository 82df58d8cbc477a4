#include "plugin/cli/label.h"

#include <algorithm>

#include "plugin/core/quoted.h"
#include "plugin/report/plain_text.h"

namespace kernodeck {
namespace {

bool IsKeyLetter(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '_' ||
         letter == '.' || letter == '-';
}

UsageError Refused(std::string_view why, std::string_view text) {
  return {"--label takes KEY=VALUE; " + std::string(why) + ", and " + Quoted(text) + " was given."};
}

}  // namespace

std::variant<std::pair<std::string, std::string>, UsageError> ParseLabel(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) return Refused("an equals sign stands between them", text);
  const std::string key(text.substr(0, equals));
  const std::string value(text.substr(equals + 1));
  if (key.empty() || key.size() > kMaxLabelKeyBytes ||
      !std::all_of(key.begin(), key.end(), IsKeyLetter)) {
    return Refused("the key has 1 to 64 of the characters a-z, 0-9, `_`, `.` and `-`", text);
  }
  if (value.size() > kMaxLabelValueBytes) return Refused("the value has at most 256 bytes", text);
  if (ValidUtf8(value) != value) return Refused("the value is valid UTF-8", text);
  if (OneLine(value) != value) return Refused("the value holds no control characters", text);
  return std::pair(key, value);
}

}  // namespace kernodeck
