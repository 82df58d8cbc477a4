#ifndef KERNODECK_PLUGIN_DIAGNOSIS_STAGE_REPORT_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_STAGE_REPORT_H_

#include <vector>

#include "kernodeck/stage.h"
#include "kernodeck/verdict.h"
#include "plugin/diagnosis/facts.h"
#include "plugin/report/diagnostic_report.h"

namespace kernodeck {

// The stage under way when the worker ended: the first one, in the order of the layers, that was
// begun and not ended. The driver check belongs to `device`, the primary context to `allocation`.
// Pure.
[[nodiscard]] Stage StageUnderWay(const Facts& facts);

// Every stage as passed, failed or not reached, under a verdict. A stage behind the failed one was
// not reached. `total` is the time from the worker's start to its end. Pure.
[[nodiscard]] std::vector<StageReport> ReportStages(const Facts& facts, const Verdict& verdict,
                                                    std::chrono::steady_clock::duration total);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_STAGE_REPORT_H_
