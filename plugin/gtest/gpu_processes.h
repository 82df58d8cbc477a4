#ifndef KERNODECK_PLUGIN_GTEST_GPU_PROCESSES_H_
#define KERNODECK_PLUGIN_GTEST_GPU_PROCESSES_H_

#include <optional>
#include <string>
#include <vector>

#include "kernodeck/gpu.h"

namespace kernodeck {

// The processes that hold memory of the GPU of that PCI bus id, as NVML lists them; `nvml` is its
// loaded library or null. Nothing where it cannot be asked.
[[nodiscard]] std::optional<std::vector<MemoryHolder>> ListGpuProcesses(
    void* nvml, const std::string& pci_bus_id);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_GTEST_GPU_PROCESSES_H_
