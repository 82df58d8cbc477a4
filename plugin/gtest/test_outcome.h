#ifndef KERNODECK_PLUGIN_GTEST_TEST_OUTCOME_H_
#define KERNODECK_PLUGIN_GTEST_TEST_OUTCOME_H_

#include <optional>
#include <string>
#include <vector>

#include "plugin/core/test_result.h"
#include "plugin/gtest/caught_exception.h"
#include "plugin/gtest/session.h"

namespace kernodeck {

// One thing that GoogleTest recorded for a test: a failure or a skip.
struct RecordedPart {
  bool failed = false;
  std::string file;  // relative or bare, as in TestStart
  int line = 0;
  std::string message;
};

// All that is known of a test that has ended.
struct TestRecord {
  TestStart start;
  std::chrono::duration<double> seconds{};
  bool failed = false;
  bool skipped = false;  // and not failed
  std::vector<RecordedPart> parts;
  std::optional<CaughtException> exception;  // that escaped from it
  std::optional<std::uint64_t> free_bytes;   // of the device, right after that
  std::vector<std::pair<std::string, std::string>> properties;
};

// The result as reports have it: what the test is charged to, and what it says.
[[nodiscard]] TestResult ResultOf(TestRecord record, const TestFacts& facts);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_GTEST_TEST_OUTCOME_H_
