#ifndef KERNODECK_PLUGIN_REPORT_CHARGED_TEXT_H_
#define KERNODECK_PLUGIN_REPORT_CHARGED_TEXT_H_

#include <optional>
#include <string>
#include <string_view>

#include "plugin/core/test_result.h"

namespace kernodeck {

// How every format of test reports tells a failure: readers look for the code in different places,
// so it stands in all of them. All functions here are thread-safe.

// What the result is charged to; a failure that nobody charged is the user's own.
[[nodiscard]] std::optional<FailureCharge> ChargeOf(const TestResult& result);

// The message as one line, the first of the text where there is none. A failure's begins with its
// code; that of a test that was skipped or not run names it, where there is one.
[[nodiscard]] std::string ChargedMessage(const TestResult& result);

// The whole text, whose first line does the same; the message where there is no text. What is
// longer than kMaxTestText is cut, and says so.
[[nodiscard]] std::string ChargedText(const TestResult& result);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_REPORT_CHARGED_TEXT_H_
