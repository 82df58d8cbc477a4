#ifndef KERNODECK_PLUGIN_RUN_MARKER_LINE_H_
#define KERNODECK_PLUGIN_RUN_MARKER_LINE_H_

#include <cstddef>
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

// The line without terminal control sequences and the carriage return at its end.
[[nodiscard]] std::string WithoutColors(std::string_view line);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_RUN_MARKER_LINE_H_
