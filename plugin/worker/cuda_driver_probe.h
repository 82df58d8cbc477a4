#ifndef KERNODECK_PLUGIN_WORKER_CUDA_DRIVER_PROBE_H_
#define KERNODECK_PLUGIN_WORKER_CUDA_DRIVER_PROBE_H_

#include "plugin/worker/driver_findings.h"

namespace kernodeck {

// Whether the devices are described too, or only counted.
enum class DriverQuestion { kDevices, kCount };

// Loads the CUDA driver's library and asks it: initialization, version, number of devices, and of
// each its name, memory and compute capability. May block for as long as the driver does.
[[nodiscard]] DriverFindings ProbeCudaDriver(const DriverSurroundings& surroundings,
                                             const SearchPlaces& places, DriverQuestion question);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_WORKER_CUDA_DRIVER_PROBE_H_
