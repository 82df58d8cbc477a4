#ifndef KERNODECK_PLUGIN_WORKER_HIP_DRIVER_PROBE_H_
#define KERNODECK_PLUGIN_WORKER_HIP_DRIVER_PROBE_H_

#include "plugin/worker/cuda_driver_probe.h"

namespace kernodeck {

// The same for ROCm, whose driver is asked through the HIP runtime (libamdhip64). `library` of the
// surroundings is not used.
[[nodiscard]] DriverFindings ProbeHipDriver(const DriverSurroundings& surroundings,
                                            const SearchPlaces& places, DriverQuestion question);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_WORKER_HIP_DRIVER_PROBE_H_
