#ifndef KERNODECK_PLUGIN_DIAGNOSIS_TRACE_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_TRACE_H_

#include <string>

#include "plugin/diagnosis/facts.h"
#include "plugin/diagnosis/libtorch_locator.h"
#include "plugin/diagnosis/supervisor.h"

namespace kernodeck {

// Local evidence for the person at the machine. It holds paths, so it goes to a --trace file and
// nowhere else.

// Where LibTorch was looked for.
[[nodiscard]] std::string TraceSearch(const LibTorchSearch& search);

// One worker: its events with their times, the raw texts of loader and exceptions, what it printed,
// how it ended. `who` names it, e.g. "the worker".
[[nodiscard]] std::string TraceRun(const std::string& who, const Facts& facts,
                                   const WorkerRun& run);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_TRACE_H_
