#ifndef KERNODECK_PLUGIN_DIAGNOSIS_JUDGE_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_JUDGE_H_

#include "kernodeck/verdict.h"
#include "plugin/diagnosis/circumstances.h"
#include "plugin/diagnosis/facts.h"
#include "plugin/diagnosis/supervisor.h"

namespace kernodeck {

// The first failing layer. The worker reports facts, this judges: a pass needs every stage, every
// value and a clean end; a worker's own word for it counts for nothing. Pure.
[[nodiscard]] Verdict Judge(const Facts& facts, const WorkerRun& run,
                            const Circumstances& circumstances);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_JUDGE_H_
