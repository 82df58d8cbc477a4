#ifndef KERNODECK_PLUGIN_DIAGNOSIS_DRIVER_MERGE_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_DRIVER_MERGE_H_

#include "plugin/diagnosis/facts.h"
#include "plugin/diagnosis/supervisor.h"

namespace kernodeck {

// Beside a Python worker the driver is asked by a process of its own. Puts what that one found into
// the Python worker's facts, as if one worker had found it all. Where the driver check itself came
// to no end (it hung, crashed, could not be trusted) and the layers below `device` had passed, that
// is the first failure: what lies behind it is taken out of `facts`, and `run` ends as the driver
// check did. Pure.
void MergeDriverCheck(const Facts& driver, const WorkerRun& driver_run, Facts& facts,
                      WorkerRun& run);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_DRIVER_MERGE_H_
