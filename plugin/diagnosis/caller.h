#ifndef KERNODECK_PLUGIN_DIAGNOSIS_CALLER_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_CALLER_H_

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "plugin/diagnosis/libtorch_locator.h"

namespace kernodeck {

// A file by device and inode: the same file under whatever name.
using FileIdentity = std::pair<std::uint64_t, std::uint64_t>;

// The LibTorch that a process has mapped. A test binary's worker must use that very one.
struct CallerLibTorch {
  LibTorchLocation location;  // `load` names what the process has mapped, no more
  std::map<std::string, FileIdentity> libraries;  // by stem: libtorch_cpu, libc10, ...
  bool gpu_library_mapped = false;
};

// Whether process `pid` is there and this user may read what it has mapped.
[[nodiscard]] bool CanReadCaller(pid_t pid, const std::filesystem::path& proc = "/proc");

// Reads what process `pid` has mapped. Nothing where it has no LibTorch mapped, ended, or may not
// be read. `proc` is the root of the process file system, for tests.
[[nodiscard]] std::optional<CallerLibTorch> ReadCaller(pid_t pid,
                                                       const std::filesystem::path& proc = "/proc");

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_CALLER_H_
