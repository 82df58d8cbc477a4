// API of this header
//   Gpu            what a requirement may ask about the GPU that a test is to use
//   GpuBackend     CUDA or ROCm
//   VersionNumber  13.0
//   MemoryHolder   a process and what it holds of a GPU's memory
#ifndef KERNODECK_GPU_H_
#define KERNODECK_GPU_H_

#include <optional>
#include <string>
#include <vector>

#include "kernodeck/bytes.h"

namespace kernodeck {

enum class GpuBackend { kCuda, kRocm };

/// The public spelling: `cuda` or `rocm`. Thread-safe.
[[nodiscard]] std::string Name(GpuBackend backend);

struct VersionNumber {
  int major = 0;
  int minor = 0;

  friend constexpr bool operator==(VersionNumber a, VersionNumber b) {
    return a.major == b.major && a.minor == b.minor;
  }
  friend constexpr bool operator<(VersionNumber a, VersionNumber b) {
    return a.major != b.major ? a.major < b.major : a.minor < b.minor;
  }
};

/// "13.0". Thread-safe.
[[nodiscard]] std::string ToString(VersionNumber version);

/// A process that holds memory of a GPU. For a terminal only: reports carry no process numbers.
struct MemoryHolder {
  int pid = 0;
  std::optional<Bytes> bytes;  ///< nothing where the driver does not tell
};

/// What a requirement may ask about the GPU that a test is to use, and about those beside it. The
/// plugin makes the objects; what is not known is empty. What changes while programs run (free
/// memory, other processes) is asked when it is called, the rest is what the diagnosis found. Not
/// thread-safe.
class Gpu {
 public:
  virtual ~Gpu() = default;

  /// The index among the visible GPUs, and how many of these there are.
  [[nodiscard]] virtual int Index() const = 0;
  [[nodiscard]] virtual int Count() const = 0;

  [[nodiscard]] virtual std::optional<std::string> Name() const = 0;
  [[nodiscard]] virtual std::optional<GpuBackend> Backend() const = 0;
  [[nodiscard]] virtual std::optional<Bytes> TotalMemory() const = 0;
  /// Of the whole GPU, whoever holds the rest.
  [[nodiscard]] virtual std::optional<Bytes> FreeMemory() const = 0;
  /// Of a CUDA device.
  [[nodiscard]] virtual std::optional<VersionNumber> ComputeCapability() const = 0;
  /// Of a ROCm device, without its features: `gfx90a`.
  [[nodiscard]] virtual std::optional<std::string> Arch() const = 0;
  /// The CUDA (or HIP) version that the driver supports.
  [[nodiscard]] virtual std::optional<VersionNumber> DriverVersion() const = 0;
  /// The CUDA (or HIP) version that LibTorch was built for.
  [[nodiscard]] virtual std::optional<VersionNumber> RuntimeVersion() const = 0;
  /// Whether GPU `from` can read and write the memory of GPU `to`.
  [[nodiscard]] virtual std::optional<bool> CanAccessPeer(int from, int to) const = 0;
  /// Whether the compute mode lets one process only use the GPU.
  [[nodiscard]] virtual std::optional<bool> IsExclusive() const = 0;
  /// How many other processes use the GPU.
  [[nodiscard]] virtual std::optional<int> OtherProcesses() const = 0;
  /// Who holds its memory; empty where nobody does or nobody can tell.
  [[nodiscard]] virtual std::vector<MemoryHolder> MemoryHolders() const = 0;
};

}  // namespace kernodeck

#endif  // KERNODECK_GPU_H_
