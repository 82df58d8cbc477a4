#ifndef KERNODECK_PLUGIN_DIAGNOSIS_EXECUTION_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_EXECUTION_H_

#include <string>
#include <string_view>
#include <vector>

#include "kernodeck/stage.h"
#include "plugin/diagnosis/facts.h"
#include "plugin/report/diagnostic_report.h"

namespace kernodeck {

// The fixed computation as the worker reported it, compared with the exact values, element by
// element. All pure.

// The wrong elements of the values that belong to `stage` (`product` or `gradient`).
[[nodiscard]] std::vector<Mismatch> MismatchesOf(const Facts& facts, Stage stage);

// Whether all values that belong to `stage` came, each with its number of elements.
[[nodiscard]] bool HasAllValues(const Facts& facts, Stage stage);

// Whether every value that came was computed on `device`.
[[nodiscard]] bool ComputedOn(const Facts& facts, std::string_view device);

// What was verified, for the report; empty fields where it was not reached.
[[nodiscard]] ExecutionReport ReportExecution(const Facts& facts, const std::string& requested);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_EXECUTION_H_
