#include "plugin/gtest/gpu_processes.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "plugin/core/driver_function.h"

namespace kernodeck {
namespace {

// nvmlProcessInfo_t of the functions that end in _v2 and _v3.
struct ProcessInfo {
  unsigned int pid;
  std::uint64_t used_bytes;
  unsigned int gpu_instance;
  unsigned int compute_instance;
};

constexpr std::uint64_t kNotAvailable = ~std::uint64_t{0};  // NVML_VALUE_NOT_AVAILABLE
constexpr unsigned int kMaxProcesses = 256;

using List = int(void*, unsigned int*, ProcessInfo*);

// The function of that stem in its newest version that has this layout.
List* FindList(void* nvml, const std::string& stem) {
  for (const char* const version : {"_v3", "_v2"}) {
    if (auto* const list = FindFunction<List>(nvml, (stem + version).c_str())) return list;
  }
  return nullptr;
}

bool Append(List* list, void* device, std::vector<MemoryHolder>& holders) {
  std::array<ProcessInfo, kMaxProcesses> processes{};
  unsigned int count = kMaxProcesses;
  if (list == nullptr || list(device, &count, processes.data()) != 0) return false;
  for (unsigned int i = 0; i < std::min(count, kMaxProcesses); ++i) {
    MemoryHolder holder{static_cast<int>(processes[i].pid), std::nullopt};
    if (processes[i].used_bytes != kNotAvailable) holder.bytes = Bytes(processes[i].used_bytes);
    const bool known =
        std::any_of(holders.begin(), holders.end(),
                    [&holder](const MemoryHolder& each) { return each.pid == holder.pid; });
    if (!known) holders.push_back(holder);
  }
  return true;
}

}  // namespace

std::optional<std::vector<MemoryHolder>> ListGpuProcesses(void* nvml,
                                                          const std::string& pci_bus_id) {
  if (nvml == nullptr || pci_bus_id.empty()) return std::nullopt;
  auto* const init = FindFunction<int()>(nvml, "nvmlInit_v2");
  auto* const shutdown = FindFunction<int()>(nvml, "nvmlShutdown");
  auto* const find =
      FindFunction<int(const char*, void**)>(nvml, "nvmlDeviceGetHandleByPciBusId_v2");
  if (init == nullptr || shutdown == nullptr || find == nullptr || init() != 0) {
    return std::nullopt;
  }
  std::vector<MemoryHolder> holders;
  void* device = nullptr;
  const bool listed =
      find(pci_bus_id.c_str(), &device) == 0 &&
      Append(FindList(nvml, "nvmlDeviceGetComputeRunningProcesses"), device, holders);
  // Those that draw hold memory too; not every device can list them.
  if (listed) {
    static_cast<void>(
        Append(FindList(nvml, "nvmlDeviceGetGraphicsRunningProcesses"), device, holders));
  }
  static_cast<void>(shutdown());
  if (!listed) return std::nullopt;
  return holders;
}

}  // namespace kernodeck
