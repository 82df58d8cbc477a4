#ifndef KERNODECK_PLUGIN_DIAGNOSIS_FAILURE_VERDICT_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_FAILURE_VERDICT_H_

#include <optional>

#include "kernodeck/verdict.h"
#include "plugin/diagnosis/circumstances.h"
#include "plugin/diagnosis/facts.h"

namespace kernodeck {

// The verdict on a failure that the worker reported. Code by the number of the call that failed,
// never by its text; the cause from the table. Pure.
[[nodiscard]] Verdict VerdictOfFailure(const Failure& failure, const Facts& facts,
                                       const Circumstances& circumstances);

// The verdict where fewer devices are visible than promised (but at least one); nothing otherwise.
// Pure.
[[nodiscard]] std::optional<Verdict> VerdictOfTooFewDevices(const Facts& facts,
                                                            const Circumstances& circumstances);

// The verdict on `elements` wrong values of `stage`. Pure.
[[nodiscard]] Verdict VerdictOfWrongValues(Stage stage, std::size_t elements);

// The verdict on a report that cannot be trusted; `why` is a fixed text of ours. Pure.
[[nodiscard]] Verdict Distrust(const Facts& facts, const std::string& why);

// "1 device", "2 devices".
[[nodiscard]] std::string Counted(std::size_t count, const char* what);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_FAILURE_VERDICT_H_
