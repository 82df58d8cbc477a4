#ifndef KERNODECK_PLUGIN_RUN_PLAIN_RESULT_H_
#define KERNODECK_PLUGIN_RUN_PLAIN_RESULT_H_

#include <optional>
#include <string>
#include <string_view>

#include "plugin/core/test_result.h"
#include "plugin/run/marker_line.h"
#include "plugin/run/process_state.h"

namespace kernodeck {

// What an end mark says.
[[nodiscard]] TestStatus StatusOf(MarkerKind kind);
[[nodiscard]] bool IsWorse(TestStatus one, TestStatus other);

// The result of a test without the plugin. `said`: all that it printed, as a report may have it;
// `errors`: on standard error.
[[nodiscard]] TestResult PlainResult(const TestStart& start, TestStatus status,
                                     const std::string& said, const std::string& errors = "");

// The failed result that stands for a failure of GoogleTest's among what was said between tests:
// of the suite that was being set up or torn down, else of an environment. Nothing where there is
// none.
[[nodiscard]] std::optional<TestResult> OutsideFailure(const ProcessState& state,
                                                       const std::string& said);

// The result of a test whose end was not seen, and that nothing else tells of.
[[nodiscard]] TestResult UnseenEnd(const TestStart& start, const std::string& said);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_RUN_PLAIN_RESULT_H_
