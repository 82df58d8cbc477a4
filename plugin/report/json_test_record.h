#ifndef KERNODECK_PLUGIN_REPORT_JSON_TEST_RECORD_H_
#define KERNODECK_PLUGIN_REPORT_JSON_TEST_RECORD_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "plugin/core/test_result.h"

namespace kernodeck {

// The parts of a `kernodeck-tests/1` document; docs/schema has its JSON Schema.
inline constexpr const char* kTestsSchema = "kernodeck-tests/1";

// A record is one line of at most this many bytes, so that it fits into one page of a file beside
// its comma: the system writes a page at once or not at all, whatever happens to this process. What
// does not fit is cut, the text of a failure last.
inline constexpr std::size_t kMaxTestRecord = 4096 - 16;
inline constexpr std::size_t kMaxJsonText = 2500;

[[nodiscard]] std::string RunningTestRecord(const TestStart& test);
[[nodiscard]] std::string FinishedTestRecord(const TestResult& result);

// `{"schema": …, "run": …, "tests": [`, and what closes that while the run goes on.
[[nodiscard]] std::string JsonTestsHead(const TestRunInfo& run);
inline constexpr std::string_view kOpenJsonTestsEnd = "\n], \"summary\": null}\n";

// What closes it when the run has ended.
[[nodiscard]] std::string JsonTestsEnd(const TestRunSummary& summary);

// Appends `text` as a JSON string whose content takes at most `max_bytes` bytes; where it was cut,
// `mark` stands at its end. Returns whether it was cut.
bool AppendJsonText(std::string_view text, std::size_t max_bytes, std::string_view mark,
                    std::string& json);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_REPORT_JSON_TEST_RECORD_H_
