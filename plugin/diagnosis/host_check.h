#ifndef KERNODECK_PLUGIN_DIAGNOSIS_HOST_CHECK_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_HOST_CHECK_H_

#include <string_view>

#include "plugin/diagnosis/diagnose.h"
#include "plugin/diagnosis/helper_runner.h"
#include "plugin/report/diagnostic_report.h"

namespace kernodeck {

// Asks nvidia-smi, where it is on PATH, for the driver's version and each card's memory, three
// seconds at most. Its absence, failure or time-out is the result, never more: it does not change a
// verdict. It says nothing about ROCm.
[[nodiscard]] HostReport CheckHost(const Environment& environment, HelperRunner& helpers);

// Reads nvidia-smi's lines `driver version, memory in MiB`. Lines of another form are passed over;
// a report without any line is `unreadable`.
[[nodiscard]] HostReport ReadNvidiaSmi(std::string_view output);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_HOST_CHECK_H_
