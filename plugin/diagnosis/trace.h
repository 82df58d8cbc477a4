#ifndef KERNODECK_PLUGIN_DIAGNOSIS_TRACE_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_TRACE_H_

#include <string>

#include "plugin/diagnosis/facts.h"
#include "plugin/diagnosis/libtorch_locator.h"
#include "plugin/diagnosis/supervisor.h"

namespace kernodeck {

// Local evidence for the person at the machine: where LibTorch was looked for, the raw texts of
// loader and exceptions, what the worker printed, how it ended. It holds paths, so it goes to a
// --trace file and nowhere else.
[[nodiscard]] std::string WriteTrace(const LibTorchSearch& search, const Facts& facts,
                                     const WorkerRun& run);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_TRACE_H_
