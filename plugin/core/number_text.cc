#include "plugin/core/number_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

namespace kernodeck {
namespace {

bool IsDigit(char letter) { return letter >= '0' && letter <= '9'; }

bool IsDecimal(std::string_view text) {
  const auto points = std::count(text.begin(), text.end(), '.');
  const bool clean = std::all_of(text.begin(), text.end(),
                                 [](char letter) { return IsDigit(letter) || letter == '.'; });
  return clean && points <= 1 && !text.empty() && IsDigit(text.front()) && IsDigit(text.back());
}

}  // namespace

std::optional<int> ParseWholeNumber(std::string_view text, int min, int max) {
  if (text.empty() || !std::all_of(text.begin(), text.end(), IsDigit)) return std::nullopt;
  int number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end || number < min || number > max) return std::nullopt;
  return number;
}

std::optional<std::chrono::milliseconds> ParseSeconds(std::string_view text,
                                                      std::chrono::seconds min,
                                                      std::chrono::seconds max) {
  if (!IsDecimal(text)) return std::nullopt;
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  if (error != std::errc() || stop != end) return std::nullopt;
  const std::chrono::duration<double> seconds(number);
  if (seconds < min || seconds > max) return std::nullopt;
  return std::chrono::milliseconds(std::llround(number * 1000));
}

}  // namespace kernodeck
