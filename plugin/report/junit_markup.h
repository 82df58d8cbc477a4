#ifndef KERNODECK_PLUGIN_REPORT_JUNIT_MARKUP_H_
#define KERNODECK_PLUGIN_REPORT_JUNIT_MARKUP_H_

#include <array>
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "plugin/core/test_result.h"

namespace kernodeck {

// The two dialects: what readers of today make use of, and what the schema of Jenkins' xunit plugin
// allows. Everything here is ASCII and holds no `?>`, whatever the tests' texts are.
enum class JunitDialect { kRich, kStrict };

struct JunitCounts {
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t errors = 0;
  std::size_t skipped = 0;
  std::chrono::duration<double> time{};
};

// What a test that is running looks like: an error, since nobody will be there to change it if the
// process ends in it.
void AppendRunningCase(const TestStart& test, JunitDialect dialect, std::string& xml);
void AppendFinishedCase(const TestResult& result, JunitDialect dialect, int repeats,
                        std::string& xml);

// What stands for the rest of the tests while none is running.
[[nodiscard]] std::string UnendedRunCase();

// What made the run red beside its tests, as one failed case; empty where nothing did. Its type is
// the code that the first problem begins with, else RUN_FAILED.
[[nodiscard]] std::string RunProblemCase(const TestRunSummary& summary);

// The start of a file whose counts can be changed in place: each is eight digits at a place that
// eight divides.
struct JunitHead {
  std::string xml;
  std::array<std::size_t, 2> tests{};  // of <testsuites> and of <testsuite>
  std::array<std::size_t, 2> failures{};
  std::array<std::size_t, 2> errors{};
  std::size_t skipped = 0;
  std::array<std::size_t, 2> time{};
};

[[nodiscard]] JunitHead ChangeableJunitHead(const TestRunInfo& run, JunitDialect dialect);
[[nodiscard]] std::string FinalJunitHead(const TestRunInfo& run, const TestRunSummary& summary,
                                         JunitDialect dialect, const JunitCounts& counts);

// Eight digits with leading zeros; the highest such number where that is not enough.
[[nodiscard]] std::array<char, 8> EightDigits(std::size_t number);

// Seconds, as they stand in the changeable head: always of the same length.
[[nodiscard]] std::string FixedSeconds(std::chrono::duration<double> time);

inline constexpr std::string_view kJunitEnd = "</testsuite>\n</testsuites>\n";

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_REPORT_JUNIT_MARKUP_H_
