#ifndef KERNODECK_PLUGIN_RUN_OUTCOME_TEXT_H_
#define KERNODECK_PLUGIN_RUN_OUTCOME_TEXT_H_

#include <string>

#include "plugin/run/run_request.h"

namespace kernodeck {

// The end of a run, for people: counts, the first failed tests with their codes, whether the
// machine is well, what made the run red beside its tests. No line begins with `[`.
[[nodiscard]] std::string OutcomeText(const RunOutcome& outcome);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_RUN_OUTCOME_TEXT_H_
