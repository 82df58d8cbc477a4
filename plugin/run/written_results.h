#ifndef KERNODECK_PLUGIN_RUN_WRITTEN_RESULTS_H_
#define KERNODECK_PLUGIN_RUN_WRITTEN_RESULTS_H_

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "plugin/core/test_result.h"

namespace kernodeck {

// What GoogleTest itself wrote of a test that it ran.
struct WrittenResult {
  TestStatus status = TestStatus::kPassed;
  std::chrono::duration<double> seconds{};
  std::string said;  // failures and skips, as it prints them
};

// By "Suite.Name".
using WrittenResults = std::unordered_map<std::string, WrittenResult>;

// The tests that were run, of what `--gtest_output=json:FILE` writes at the end of an iteration.
// Nothing where `json` is not whole: the iteration did not come to its end.
[[nodiscard]] std::optional<WrittenResults> ParseWrittenResults(std::string_view json);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_RUN_WRITTEN_RESULTS_H_
