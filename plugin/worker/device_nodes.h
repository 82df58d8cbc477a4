#ifndef KERNODECK_PLUGIN_WORKER_DEVICE_NODES_H_
#define KERNODECK_PLUGIN_WORKER_DEVICE_NODES_H_

#include <filesystem>
#include <string>

namespace kernodeck {

// How opening a GPU's device node is refused to this process: "EACCES" (its mode), "EPERM" (a
// cgroup rule), or empty where none is there or none is refused. `root` stands for /dev.
[[nodiscard]] std::string RefusedNvidiaNode(const std::filesystem::path& root);
[[nodiscard]] std::string RefusedKfdNode(const std::filesystem::path& root);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_WORKER_DEVICE_NODES_H_
