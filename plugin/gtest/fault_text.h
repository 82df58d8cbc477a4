#ifndef KERNODECK_PLUGIN_GTEST_FAULT_TEXT_H_
#define KERNODECK_PLUGIN_GTEST_FAULT_TEXT_H_

#include <string>
#include <string_view>

#include "kernodeck/verdict.h"
#include "plugin/core/test_result.h"

namespace kernodeck {

// The texts that tests fail or are skipped with. All keep to what the adapters of editors take: the
// code in the first line, no blank line, no line that begins with `[`, none at the end.

// A diagnosis that failed, whole. `skip_command` is what to type on a machine that has no GPU;
// empty where skipping is no way out.
[[nodiscard]] std::string FailedDiagnosis(const Verdict& verdict, std::string_view skip_command);

// The same for a test that is skipped on request.
[[nodiscard]] std::string SkippedDiagnosis(const Verdict& verdict);

// A test that would meet the fault that `first` was charged with.
[[nodiscard]] std::string NotRun(const FailureCharge& charge, const TestId& first);

// An error of a device, by its number; `when` ends the sentence.
[[nodiscard]] std::string DeviceError(const FailureCharge& charge, int number, int device,
                                      std::string_view when);

// `text` with no blank line, no line that begins with `[`, and no newline at its end.
[[nodiscard]] std::string OneBlock(std::string_view text);

// `text` up to its first newline.
[[nodiscard]] std::string FirstLine(std::string_view text);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_GTEST_FAULT_TEXT_H_
