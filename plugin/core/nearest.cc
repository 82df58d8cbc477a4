#include "plugin/core/nearest.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace kernodeck {
namespace {

constexpr std::size_t kMaxSuggestions = 3;
constexpr std::size_t kMaxGiven = 64;  // longer texts are no misspelled name

// Levenshtein's distance.
std::size_t Distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string Lower(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  });
  return lower;
}

std::vector<std::string_view> Nearest(std::string_view given,
                                      const std::vector<std::string_view>& names) {
  if (given.empty() || given.size() > kMaxGiven) return {};
  const std::string wanted = Lower(given);
  std::vector<std::pair<std::size_t, std::string_view>> ranked;
  for (const std::string_view name : names) {
    const std::string candidate = Lower(name);
    const std::size_t distance = Distance(wanted, candidate);
    const bool held = wanted.size() >= 3 && candidate.find(wanted) != std::string::npos;
    if (held || distance <= candidate.size() / 3) ranked.emplace_back(distance, name);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string_view> nearest;
  for (const auto& [distance, name] : ranked) {
    if (nearest.size() == kMaxSuggestions) break;
    nearest.push_back(name);
  }
  return nearest;
}

std::string DidYouMean(const std::vector<std::string_view>& names) {
  if (names.empty()) return "";
  std::string text = " Did you mean ";
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += names[i];
  }
  return text + "?";
}

}  // namespace kernodeck
