#ifndef KERNODECK_PLUGIN_RUN_RESULT_TEXT_H_
#define KERNODECK_PLUGIN_RUN_RESULT_TEXT_H_

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "plugin/core/test_result.h"
#include "plugin/diagnosis/supervisor.h"

namespace kernodeck {

// "CODE: sentence", the message of a failed test.
[[nodiscard]] std::string CodeMessage(Code code, std::string_view sentence);

// The text of a failure (G16): `message`, then what was said, without blank lines and with no line
// that begins with `[`, where the adapters of editors cut.
[[nodiscard]] std::string FailureText(const std::string& message, std::string_view said);

// What GoogleTest said first of a failure or a skip among `said`, one line: where, and what.
[[nodiscard]] std::string FirstFinding(std::string_view said);

// `said` with the paths of failing lines as a report may name them: relative to `folder`, or bare.
[[nodiscard]] std::string WithReportedPaths(std::string_view said,
                                            const std::filesystem::path& folder);

// How a process ended, as the end of a sentence: "was ended by SIGSEGV", "exited with status 3".
[[nodiscard]] std::string EndPhrase(const ProcessEnd& end);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_RUN_RESULT_TEXT_H_
