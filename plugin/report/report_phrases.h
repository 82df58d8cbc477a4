#ifndef KERNODECK_PLUGIN_REPORT_REPORT_PHRASES_H_
#define KERNODECK_PLUGIN_REPORT_REPORT_PHRASES_H_

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernodeck/cause.h"
#include "plugin/report/diagnostic_report.h"

namespace kernodeck {

// The words that the text and the Markdown report share. Foreign text in them is not escaped yet.
// All functions here are thread-safe.

// The public spelling: `passed`, `failed`, `not_reached`.
[[nodiscard]] std::string_view Name(StageResult result);

// Says whether the cause is a fault or only a check that could not be made.
[[nodiscard]] std::string_view Phrase(Certainty certainty);

// "312.4 ms" below one second, else "1.02 s".
[[nodiscard]] std::string FormatSeconds(std::chrono::duration<double> seconds);

// "139.8 GiB".
[[nodiscard]] std::string FormatGibibytes(std::uint64_t bytes);

// The shortest decimal spelling that reads back as `number`; "nan", "inf" or "-inf" where it is not
// finite.
[[nodiscard]] std::string FormatNumber(float number);

// "product[0][1] on cuda:0: got 5, want 4".
[[nodiscard]] std::string MismatchPhrase(const Mismatch& mismatch);

// One line of what was found, e.g. {"LibTorch", "2.11.0, CUDA build 13.0, backend cuda"}.
struct Finding {
  std::string_view subject;
  std::string text;
};

// What was measured: LibTorch, devices, driver, host check. Nothing that was not reached.
[[nodiscard]] std::vector<Finding> Findings(const DiagnosticReport& report);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_REPORT_REPORT_PHRASES_H_
