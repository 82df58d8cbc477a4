#include "plugin/gtest/setting_table.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "plugin/core/number_text.h"
#include "plugin/core/to_number.h"

namespace kernodeck {
namespace {

// The limits that `kernodeck diagnose --timeout` has.
constexpr std::chrono::seconds kMinTimeout{5};
constexpr std::chrono::seconds kMaxTimeout{120};

std::optional<int> WholeNumber(std::string_view text, int least) {
  return ParseWholeNumber(text, least, std::numeric_limits<int>::max());
}

bool SetPolicy(Settings& settings, std::string_view text) {
  for (const Policy policy : {Policy::kRequire, Policy::kSkip}) {
    if (text != Name(policy)) continue;
    settings.policy = policy;
    settings.policy_named = true;
    return true;
  }
  return false;
}

bool SetExpectedGpus(Settings& settings, std::string_view text) {
  settings.expect_gpus = WholeNumber(text, 1);
  return settings.expect_gpus.has_value();
}

bool SetMinGpuTests(Settings& settings, std::string_view text) {
  const std::optional<int> number = WholeNumber(text, 0);
  settings.min_gpu_tests = number.value_or(0);
  return number.has_value();
}

bool SetDevice(Settings& settings, std::string_view text) {
  settings.device = WholeNumber(text, 0);
  return settings.device.has_value();
}

bool SetTimeout(Settings& settings, std::string_view text) {
  settings.timeout = ParseSeconds(text, kMinTimeout, kMaxTimeout);
  return settings.timeout.has_value();
}

bool SetMemoryCheck(Settings& settings, std::string_view text) {
  settings.memory_check_bytes = text == "on" ? 0 : ToNumber<std::uint64_t>(text);
  return text == "off" || settings.memory_check_bytes.has_value();
}

bool SetUnstatedUse(Settings& settings, std::string_view text) {
  constexpr std::array<std::pair<std::string_view, UnstatedUse>, 3> kWords = {
      {{"off", UnstatedUse::kOff}, {"warn", UnstatedUse::kWarn}, {"fail", UnstatedUse::kFail}}};
  for (const auto& [word, use] : kWords) {
    if (text != word) continue;
    settings.unstated_gpu_use = use;
    return true;
  }
  return false;
}

bool SetAfterCheck(Settings& settings, std::string_view text) {
  settings.after_check = text == "on";
  return text == "on" || text == "off";
}

bool AddOutput(Settings& settings, std::string_view text) {
  auto request = ParseTestReportRequest(text);
  auto* const good = std::get_if<TestReportRequest>(&request);
  if (good != nullptr) settings.outputs.push_back(std::move(*good));
  return good != nullptr;
}

bool SetText(std::string& place, std::string_view text) {
  place = text;
  return !text.empty();
}
bool SetLibtorch(Settings& settings, std::string_view text) {
  return SetText(settings.libtorch, text);
}
bool SetCommand(Settings& settings, std::string_view text) {
  return SetText(settings.command, text);
}
bool SetSourceRoot(Settings& settings, std::string_view text) {
  return SetText(settings.source_root, text);
}

constexpr SettingRow kRows[] = {
    {"policy", "KERNODECK_POLICY", "require|skip", "require or skip",
     "what becomes of a GPU test where no GPU is ready: it fails with the code (the default), or "
     "is "
     "skipped",
     &SetPolicy},
    {"expect_gpus", "KERNODECK_EXPECT_GPUS", "N", "a whole number from 1",
     "this machine has N GPUs: fewer are a failure, skip is refused, and a GPU test has to run",
     &SetExpectedGpus},
    {"min_gpu_tests", "", "N", "a whole number from 0",
     "fail the run where fewer GPU tests really ran", &SetMinGpuTests},
    {"device", "", "N", "a whole number from 0",
     "the device to use, by its index among the visible ones (0)", &SetDevice},
    {"output", "", "FORMAT:FILE",
     "junit:FILE, junit-strict:FILE or json:FILE, with {name} {shard} {shards} {repeat} {pid} in "
     "FILE",
     "write a report into a new file, as tests finish; may be given again; FORMAT is junit, "
     "junit-strict or json, and FILE may hold {name} {shard} {shards} {repeat} {pid}",
     &AddOutput},
    {"source_root", "", "DIR", "a folder", "files in reports are named relative to this folder",
     &SetSourceRoot},
    {"memory_check", "", "off|on|BYTES", "off, on or a number of bytes",
     "fail a GPU test that leaves device memory allocated, or more than BYTES (off)",
     &SetMemoryCheck},
    {"unstated_gpu_use", "", "warn|fail|off", "warn, fail or off",
     "what becomes of a test that used a GPU and stated no requirement (warn)", &SetUnstatedUse},
    {"after_check", "", "on|off", "on or off",
     "after a failed GPU test, run the diagnosis once more at the end (on)", &SetAfterCheck},
    {"timeout", "KERNODECK_TIMEOUT", "SECONDS", "a number of seconds from 5 to 120",
     "time limit of the diagnosis (30)", &SetTimeout},
    {"libtorch", "KERNODECK_LIBTORCH", "DIR", "a folder",
     "the LibTorch to diagnose with, where the tests have none loaded", &SetLibtorch},
    {"command", "KERNODECK_COMMAND", "FILE", "a file", "the command kernodeck", &SetCommand},
};

}  // namespace

std::span<const SettingRow> AllSettings() { return kRows; }

}  // namespace kernodeck
