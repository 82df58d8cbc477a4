#ifndef KERNODECK_PLUGIN_WORKER_DEVICE_NODES_H_
#define KERNODECK_PLUGIN_WORKER_DEVICE_NODES_H_

#include <filesystem>
#include <functional>
#include <string>

namespace kernodeck {

// Where a GPU's device nodes lie, and how they are opened.
struct DeviceNodes {
  std::filesystem::path root = "/dev";
  // Opens a node for reading and writing, closes it, and returns 0 or errno.
  std::function<int(const std::filesystem::path&)> try_open;

  DeviceNodes();  // the machine's own
};

// How opening the GPUs' device nodes is refused to this process: "EACCES" (their mode), "EPERM" (a
// cgroup rule), or empty where none is there or one card can be opened.
[[nodiscard]] std::string RefusedNvidiaNode(const DeviceNodes& nodes);
[[nodiscard]] std::string RefusedKfdNode(const DeviceNodes& nodes);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_WORKER_DEVICE_NODES_H_
