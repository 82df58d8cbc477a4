#ifndef KERNODECK_PLUGIN_DIAGNOSIS_HIDDEN_DEVICES_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_HIDDEN_DEVICES_H_

#include <chrono>
#include <optional>
#include <string>

#include "plugin/diagnosis/diagnose.h"
#include "plugin/diagnosis/facts.h"
#include "plugin/diagnosis/helper_runner.h"

namespace kernodeck {

// Whether a variable that hides devices is why the driver counts none: it is set, and a worker
// without it counts at least one. Returns the names of such variables that are set, never their
// values. `limit` bounds the second look.
[[nodiscard]] std::optional<std::string> FindHidingVariable(
    const Facts& facts, const Installation& installation, bool rocm, const Environment& environment,
    HelperRunner& helpers, std::chrono::milliseconds limit);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_HIDDEN_DEVICES_H_
