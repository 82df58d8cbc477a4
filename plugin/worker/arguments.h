#ifndef KERNODECK_PLUGIN_WORKER_ARGUMENTS_H_
#define KERNODECK_PLUGIN_WORKER_ARGUMENTS_H_

#include <optional>
#include <string>
#include <vector>

namespace kernodeck {

// kCount and kDriver only ask the driver, the one for the number of devices, the other for all that
// it says of them; kLoad only loads libraries, as they are named.
enum class WorkerMode { kGpu, kCpu, kCount, kDriver, kLoad };
enum class WorkerPlatform { kCuda, kRocm };

// What the supervisor asks of a worker. It is not a command for people.
struct WorkerArguments {
  int channel = -1;  // descriptor of the event channel
  WorkerMode mode = WorkerMode::kGpu;
  WorkerPlatform platform = WorkerPlatform::kCuda;
  int device_index = 0;
  int expected_devices = 0;                 // 0: no matter
  std::optional<std::string> libtorch_dir;  // nothing: no LibTorch was found
  std::vector<std::string> load;            // file names in libtorch_dir, loaded in this order
  std::optional<std::string> probe;         // nothing: no probe was built
  bool check_exit = false;
};

struct ParsedArguments {
  std::optional<WorkerArguments> arguments;
  std::string error;  // which argument is wrong, where `arguments` is nothing
};

// Parses the arguments after the program's name.
[[nodiscard]] ParsedArguments ParseWorkerArguments(const std::vector<std::string>& words);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_WORKER_ARGUMENTS_H_
