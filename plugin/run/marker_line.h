#ifndef KERNODECK_PLUGIN_RUN_MARKER_LINE_H_
#define KERNODECK_PLUGIN_RUN_MARKER_LINE_H_

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace kernodeck {

// What a line of GoogleTest's own output says.
enum class MarkerKind {
  kNone,
  kSuiteBegin,  // [----------] 2 tests from S
  kSuiteEnd,    // [----------] 2 tests from S (3 ms total)
  kRun,         // [ RUN      ] S.N
  kPassed,      // [       OK ] S.N (0 ms)
  kFailed,      // [  FAILED  ] S.N, where GetParam() = 1 (0 ms)
  kSkipped,     // [  SKIPPED ] S.N (0 ms)
};

struct Marker {
  MarkerKind kind = MarkerKind::kNone;
  std::size_t at = 0;     // where in the line it begins: a test may have left its line unfinished
  std::string_view name;  // of the suite; of a test, and what follows it
};

// The last marker in `line`, which has no colors and no newline. Whether its test is one that may
// be named there is for the caller to judge: a test can print whatever it wants.
[[nodiscard]] Marker ParseMarker(std::string_view line);

// Whether `rest`, the name of an end marker, is that of `test`: followed by nothing, its parameter
// or its time.
[[nodiscard]] bool NamesTest(std::string_view rest, std::string_view test);

// The time at the end of `S.N (12 ms)`, if it has one. `--gtest_print_time=0` leaves it out.
[[nodiscard]] std::optional<std::chrono::milliseconds> PrintedTime(std::string_view rest);

// Whether `line` is one of those that GoogleTest prints around all suites.
[[nodiscard]] bool IsFrame(std::string_view line);

// 3 of `[==========] 3 tests from 1 test suite ran.`
[[nodiscard]] std::optional<std::size_t> CountOfRan(std::string_view line);

// 2 of `Repeating all tests (iteration 2) . . .`
[[nodiscard]] std::optional<std::size_t> RepeatedIteration(std::string_view line);

// The line without terminal control sequences and the carriage return at its end.
[[nodiscard]] std::string WithoutColors(std::string_view line);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_RUN_MARKER_LINE_H_
