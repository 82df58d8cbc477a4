#include "plugin/worker/arguments.h"

#include <array>
#include <charconv>
#include <cstddef>
#include <string_view>
#include <utility>

namespace kernodeck {
namespace {

// 0 to 2 are open to every library's chatter.
constexpr int kFirstChannel = 3;

bool ParseNumber(std::string_view text, int minimum, int& number) {
  int parsed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), parsed);
  if (error != std::errc() || end != text.data() + text.size() || parsed < minimum) return false;
  number = parsed;
  return true;
}

template <typename Enum, std::size_t kCount>
bool ParseWord(std::string_view text,
               const std::array<std::pair<std::string_view, Enum>, kCount>& words, Enum& result) {
  for (const auto& [word, value] : words) {
    if (word != text) continue;
    result = value;
    return true;
  }
  return false;
}

// A file name in the folder of LibTorch, never a way out of it.
bool ParseFileName(const std::string& text, std::vector<std::string>& names) {
  if (text.empty() || text.find('/') != std::string::npos) return false;
  names.push_back(text);
  return true;
}

bool ParseValue(std::string_view option, const std::string& value, WorkerArguments& arguments,
                bool& known) {
  constexpr std::array<std::pair<std::string_view, WorkerMode>, 5> kModes = {
      {{"gpu", WorkerMode::kGpu},
       {"cpu", WorkerMode::kCpu},
       {"count", WorkerMode::kCount},
       {"driver", WorkerMode::kDriver},
       {"load", WorkerMode::kLoad}}};
  constexpr std::array<std::pair<std::string_view, WorkerPlatform>, 2> kPlatforms = {
      {{"cuda", WorkerPlatform::kCuda}, {"rocm", WorkerPlatform::kRocm}}};
  if (option == "--channel") return ParseNumber(value, kFirstChannel, arguments.channel);
  if (option == "--mode") return ParseWord(value, kModes, arguments.mode);
  if (option == "--platform") return ParseWord(value, kPlatforms, arguments.platform);
  if (option == "--device-index") return ParseNumber(value, 0, arguments.device_index);
  if (option == "--expect-devices") return ParseNumber(value, 0, arguments.expected_devices);
  if (option == "--load") return ParseFileName(value, arguments.load);
  if (option == "--libtorch-dir") {
    arguments.libtorch_dir = value;
    return !value.empty();
  }
  if (option == "--probe") {
    arguments.probe = value;
    return !value.empty();
  }
  known = false;
  return false;
}

}  // namespace

ParsedArguments ParseWorkerArguments(const std::vector<std::string>& words) {
  WorkerArguments arguments;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& option = words[i];
    if (option == "--check-exit") {
      arguments.check_exit = true;
      continue;
    }
    const std::string value = i + 1 < words.size() ? words[i + 1] : std::string();
    bool known = true;
    if (!ParseValue(option, value, arguments, known)) {
      return {std::nullopt, known ? option + " has no valid value" : option + " is not known"};
    }
    ++i;
  }
  if (arguments.channel < 0) return {std::nullopt, "--channel is missing"};
  return {std::move(arguments), {}};
}

}  // namespace kernodeck
