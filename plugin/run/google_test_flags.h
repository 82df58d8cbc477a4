#ifndef KERNODECK_PLUGIN_RUN_GOOGLE_TEST_FLAGS_H_
#define KERNODECK_PLUGIN_RUN_GOOGLE_TEST_FLAGS_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernodeck {

// Reads a variable of the environment; passed in so that tests set it.
using VariableReader = std::function<std::optional<std::string>(const std::string& name)>;

// Those of GoogleTest's flags that a run has to know of. The others reach the tests untouched.
struct GoogleTestFlags {
  bool list_tests = false;
  bool also_run_disabled_tests = false;
  bool shuffle = false;
  bool fail_fast = false;
  bool brief = false;
  int repeat = 1;  // below 0: for ever
  int random_seed = 0;
  bool filtered = false;  // by any filter but one for all
  std::string color;
  std::string output;
  std::string output_variable;  // where it comes from one
  bool output_by_flag = false;  // not by a variable
};

// What GoogleTest would read from `arguments`, the files that they name with --gtest_flagfile, and
// its variables; the last one wins.
[[nodiscard]] GoogleTestFlags ReadGoogleTestFlags(const std::vector<std::string>& arguments,
                                                  const VariableReader& variable);

// The value of `--NAME=VALUE`; nothing where `argument` is another one.
[[nodiscard]] std::optional<std::string> FlagValue(std::string_view argument,
                                                   std::string_view name);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_RUN_GOOGLE_TEST_FLAGS_H_
