#ifndef KERNODECK_PLUGIN_WORKER_DRIVER_FINDINGS_H_
#define KERNODECK_PLUGIN_WORKER_DRIVER_FINDINGS_H_

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plugin/core/event.h"
#include "plugin/worker/device_nodes.h"
#include "plugin/worker/library_search.h"

namespace kernodeck {

struct DriverDevice {
  int index = 0;
  std::string name;
  std::optional<std::uint64_t> total_memory_bytes;
  std::string compute_capability;  // "9.0"; empty where it has none
  std::string arch;                // "gfx90a"; likewise
};

// What the driver itself said, by its numbers.
struct DriverFindings {
  enum class Library {
    kFound,
    kMissing,  // no file of its name is on the loader's path
    kBroken,   // a file is there, and does not load or lacks the driver's functions
  };
  Library library = Library::kMissing;
  bool truncated = false;    // broken so that whoever loads it dies by a bus error
  std::string call;          // that failed; empty for none
  std::optional<int> error;  // its number; 0: the driver was asked and all calls succeeded
  std::string error_name;    // the driver's own word for it, e.g. CUDA_ERROR_NO_DEVICE
  std::optional<int> version;
  std::optional<int> device_count;
  std::string node;  // "EACCES" or "EPERM" where a device node is refused
  std::vector<DriverDevice> devices;
  void* handle = nullptr;   // of the loaded library
  std::string loader_text;  // local evidence only

  [[nodiscard]] bool usable() const { return device_count.value_or(0) > 0; }
};

// What the driver's probe depends on besides the process itself.
struct DriverSurroundings {
  std::string library = "libcuda.so.1";
  DeviceNodes nodes;
  std::filesystem::path machine_root = "/";  // where the machine itself is looked at
};

// `name` as a driver gave it, if it is a plain word ([A-Za-z0-9_], 64 at most); else empty.
[[nodiscard]] std::string SafeErrorName(std::string_view name);

// The events of the findings: one `driver`, one `device` each.
[[nodiscard]] Event DriverEvent(const DriverFindings& findings);
[[nodiscard]] Event DeviceEvent(const DriverDevice& device);

// Loads the first of `names` that loads, or tells whether any of them is there at all. `library`,
// `handle` and `loader_text` are filled in.
[[nodiscard]] DriverFindings OpenDriverLibrary(const std::vector<std::string>& names,
                                               const SearchPlaces& places);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_WORKER_DRIVER_FINDINGS_H_
