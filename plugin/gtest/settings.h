#ifndef KERNODECK_PLUGIN_GTEST_SETTINGS_H_
#define KERNODECK_PLUGIN_GTEST_SETTINGS_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "kernodeck/policy.h"
#include "plugin/report/test_report.h"

namespace kernodeck {

// What becomes of a test that used a GPU and stated no requirement.
enum class UnstatedUse { kOff, kWarn, kFail };

// What flags, variables and the program's own code asked for.
struct Settings {
  Policy policy = Policy::kRequire;
  bool policy_named = false;       // by a flag or a variable
  std::optional<int> expect_gpus;  // a promise: `skip` is refused, and GPU tests have to run
  std::string libtorch;            // empty: the command looks for one
  std::optional<std::chrono::milliseconds> timeout;  // of the diagnosis
  std::optional<int> device;                         // the index among the visible ones; else 0
  int min_gpu_tests = 0;
  std::vector<TestReportRequest> outputs;
  std::optional<std::uint64_t>
      memory_check_bytes;  // what a test may leave allocated; else no check
  UnstatedUse unstated_gpu_use = UnstatedUse::kWarn;
  bool after_check = true;
  std::string command;      // empty: looked for
  std::string source_root;  // files in reports are named relative to it
};

// All the variables of a process: name and value.
using Variables = std::vector<std::pair<std::string, std::string>>;

// The settings, or what is wrong, one sentence that says what to type instead. A flag wins over its
// variable, and that over `default_policy`, the program's own. `arguments` are the process's,
// without its name; what does not begin with --kernodeck is left alone, and so is all behind `--`.
[[nodiscard]] std::variant<Settings, std::string> ReadSettings(
    const std::vector<std::string>& arguments, const Variables& variables, Policy default_policy);

// Whether `argument` is one of the plugin's flags, known or not.
[[nodiscard]] bool IsKernodeckFlag(std::string_view argument);

// What --help says of the flags.
[[nodiscard]] std::string FlagsHelp();

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_GTEST_SETTINGS_H_
