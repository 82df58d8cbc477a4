#ifndef KERNODECK_PLUGIN_WORKER_MACHINE_STATE_H_
#define KERNODECK_PLUGIN_WORKER_MACHINE_STATE_H_

#include <filesystem>
#include <string>
#include <string_view>

#include "plugin/core/event.h"

namespace kernodeck {

// What the machine itself shows of its NVIDIA driver, beside what the driver's library says. Only
// looked at where that library is missing or failed.
struct MachineState {
  bool kernel_module = false;   // NVIDIA's kernel module is loaded
  bool device_nodes = false;    // a node of it is in /dev, with a driver behind it
  bool container = false;       // this process runs in a container
  bool wsl = false;             // the GPU device of Windows' subsystem for Linux is there
  std::string kernel_version;   // of the kernel module, "580.65.06"; empty where it is not told
  std::string library_version;  // of the loaded libcuda, by its file's own name; likewise
};

// Looks below `root`, which is `/` but in tests. `library`: the handle of the loaded driver
// library, or nullptr.
[[nodiscard]] MachineState LookAtMachine(const std::filesystem::path& root, void* library);

[[nodiscard]] Event MachineEvent(const MachineState& state);

// The version in the kernel module's own words (/proc/driver/nvidia/version), or empty.
[[nodiscard]] std::string KernelModuleVersion(std::string_view text);

// The version in the name of a driver library's file: `libcuda.so.580.65.06`; or empty.
[[nodiscard]] std::string LibraryVersion(std::string_view file_name);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_WORKER_MACHINE_STATE_H_
