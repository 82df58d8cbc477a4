#ifndef KERNODECK_PLUGIN_CLI_DIAGNOSE_COMMAND_H_
#define KERNODECK_PLUGIN_CLI_DIAGNOSE_COMMAND_H_

#include <functional>
#include <string>
#include <vector>

#include "plugin/cli/console.h"
#include "plugin/diagnosis/diagnose.h"

namespace kernodeck {

// Runs a diagnosis; Diagnose, but for tests.
using Diagnoser = std::function<DiagnosisOutcome(const DiagnosisRequest&, const Installation&,
                                                 const Environment&, const EventObserver&)>;

// `kernodeck diagnose`; returns the exit status.
[[nodiscard]] int RunDiagnose(const std::vector<std::string>& arguments, const Console& console,
                              const Installation& installation, const Diagnoser& diagnose);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CLI_DIAGNOSE_COMMAND_H_
