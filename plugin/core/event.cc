#include "plugin/core/event.h"

#include <algorithm>
#include <cctype>

namespace kernodeck {
namespace {

constexpr std::string_view kHexDigits = "0123456789ABCDEF";

bool IsControl(char letter) {
  const auto byte = static_cast<unsigned char>(letter);
  return byte < 0x20 || byte == 0x7F;
}

// Names and keys: lower-case letters, digits and underscores, 1 to 64 of them.
bool IsWord(std::string_view text) {
  return !text.empty() && text.size() <= 64 &&
         std::all_of(text.begin(), text.end(), [](char letter) {
           return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') ||
                  letter == '_';
         });
}

void AppendEscaped(std::string_view value, std::size_t limit, std::string& line) {
  for (const char letter : value) {
    const bool escape = letter == '%' || IsControl(letter);
    if (line.size() + (escape ? 3 : 1) > limit) return;
    if (!escape) {
      line.push_back(letter);
      continue;
    }
    const auto byte = static_cast<unsigned char>(letter);
    line.push_back('%');
    line.push_back(kHexDigits[byte >> 4U]);
    line.push_back(kHexDigits[byte & 0xFU]);
  }
}

std::optional<std::string> Unescape(std::string_view text) {
  std::string value;
  value.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (IsControl(text[i])) return std::nullopt;
    if (text[i] != '%') {
      value.push_back(text[i]);
      continue;
    }
    if (text.size() - i < 3) return std::nullopt;
    const std::size_t high = kHexDigits.find(text[i + 1]);
    const std::size_t low = kHexDigits.find(text[i + 2]);
    if (high == std::string_view::npos || low == std::string_view::npos) return std::nullopt;
    value.push_back(static_cast<char>(high * 16 + low));
    i += 2;
  }
  return value;
}

}  // namespace

std::optional<std::string_view> Event::Find(std::string_view key) const {
  for (const auto& [name_of_field, value] : fields) {
    if (name_of_field == key) return value;
  }
  return std::nullopt;
}

std::string EncodeEvent(const Event& event) {
  constexpr std::size_t kLimit = kMaxEventBytes - 1;
  std::string line = event.name;
  for (const auto& [key, value] : event.fields) {
    if (line.size() + key.size() + 2 > kLimit) break;
    line.append("\t").append(key).append("=");
    AppendEscaped(value, kLimit, line);
  }
  line.push_back('\n');
  return line;
}

std::optional<Event> DecodeEvent(std::string_view line) {
  if (line.size() >= kMaxEventBytes) return std::nullopt;
  Event event;
  std::size_t end = std::min(line.find('\t'), line.size());
  event.name = line.substr(0, end);
  if (!IsWord(event.name)) return std::nullopt;
  while (end < line.size()) {
    const std::size_t begin = end + 1;
    end = std::min(line.find('\t', begin), line.size());
    const std::string_view field = line.substr(begin, end - begin);
    const std::size_t equals = field.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    const std::string_view key = field.substr(0, equals);
    std::optional<std::string> value = Unescape(field.substr(equals + 1));
    if (!IsWord(key) || !value || event.Find(key) || event.fields.size() == kMaxEventFields)
      return std::nullopt;
    event.fields.emplace_back(std::string(key), *std::move(value));
  }
  return event;
}

bool EventReader::Feed(std::string_view bytes, std::vector<Event>& events) {
  while (!failed_ && !bytes.empty()) {
    const std::size_t newline = bytes.find('\n');
    const bool complete = newline != std::string_view::npos;
    const std::size_t taken = complete ? newline + 1 : bytes.size();
    total_bytes_ += taken;
    partial_.append(bytes.substr(0, complete ? newline : taken));
    bytes.remove_prefix(taken);
    if (total_bytes_ > max_total_bytes_ || partial_.size() >= kMaxEventBytes) {
      failed_ = true;
    } else if (complete) {
      std::optional<Event> event = DecodeEvent(partial_);
      if (event) {
        events.push_back(*std::move(event));
      } else {
        failed_ = true;
      }
      partial_.clear();
    }
  }
  return !failed_;
}

}  // namespace kernodeck
