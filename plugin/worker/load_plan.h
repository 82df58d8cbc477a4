#ifndef KERNODECK_PLUGIN_WORKER_LOAD_PLAN_H_
#define KERNODECK_PLUGIN_WORKER_LOAD_PLAN_H_

#include <filesystem>
#include <string>
#include <vector>

#include "plugin/worker/arguments.h"

namespace kernodeck {

// Which libraries in `folder` are loaded for `names`, in order. For the CPU it is LibTorch's CPU
// part alone: libraries that the GPU part needs load the driver in their constructors (cuBLAS
// does), and with it loaded, autograd asks the driver for devices.
[[nodiscard]] std::vector<std::string> PlanLoads(const std::vector<std::string>& names,
                                                 const std::filesystem::path& folder,
                                                 WorkerMode mode);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_WORKER_LOAD_PLAN_H_
