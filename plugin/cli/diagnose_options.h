#ifndef KERNODECK_PLUGIN_CLI_DIAGNOSE_OPTIONS_H_
#define KERNODECK_PLUGIN_CLI_DIAGNOSE_OPTIONS_H_

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "plugin/cli/option_parser.h"
#include "plugin/cli/usage_error.h"
#include "plugin/diagnosis/diagnose.h"
#include "plugin/report/report_format.h"

namespace kernodeck {

// What `kernodeck diagnose` was asked for, every text judged.
struct DiagnoseOptions {
  DiagnosisRequest request;
  ReportFormat format = AllReportFormats().front();
  std::optional<std::filesystem::path> output;
  std::optional<std::filesystem::path> trace;
};

// The options of `kernodeck diagnose`, for the parser and for its help.
[[nodiscard]] std::vector<OptionSpec> DiagnoseOptionSpecs();

// Judges the texts. A flag wins over its variable (KERNODECK_LIBTORCH, KERNODECK_TIMEOUT,
// KERNODECK_EXPECT_GPUS); an empty variable is as good as none.
[[nodiscard]] std::variant<DiagnoseOptions, UsageError> ReadDiagnoseOptions(
    const ParsedArguments& arguments, const Environment& environment);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CLI_DIAGNOSE_OPTIONS_H_
