#include "plugin/core/driver_version.h"

#include <algorithm>

#include "plugin/core/to_number.h"

namespace kernodeck {
namespace {

constexpr std::string_view kDigits = "0123456789";

// Takes the digits at the beginning of `text` away.
std::optional<int> TakeNumber(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_not_of(kDigits), text.size());
  const std::optional<int> number = ToNumber<int>(text.substr(0, end));
  text.remove_prefix(end);
  return number;
}

}  // namespace

// CUDA counts 1000 a major version (13020 is 13.2), HIP ten million (60240092 is 6.2).
VersionNumber UnpackDriverVersion(int packed) {
  constexpr int kFirstOfHip = 1'000'000;
  if (packed >= kFirstOfHip) return {packed / 10'000'000, packed / 100'000 % 100};
  return {packed / 1'000, packed % 1'000 / 10};
}

std::optional<VersionNumber> ParseVersion(std::string_view text) {
  const std::optional<int> major = TakeNumber(text);
  if (!major) return std::nullopt;
  if (text.empty() || text.front() != '.') return VersionNumber{*major, 0};
  text.remove_prefix(1);
  const std::optional<int> minor = TakeNumber(text);
  if (!minor) return std::nullopt;
  return VersionNumber{*major, *minor};
}

}  // namespace kernodeck
