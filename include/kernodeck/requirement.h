// API of this header
//   Requirement                  what a GPU test wants of the machine
//   Gpus(n), DeviceIndex(i)      how many GPUs, which one
//   TotalMemory(8_GiB), FreeMemory(8_GiB)
//   ComputeCapability(8, 0), Arch("gfx90a"), Backend(GpuBackend::kCuda), Supports(Dtype::kBFloat16)
//   PeerAccess(), PeerAccess(0, 1)
//   DriverVersion(12, 4), RuntimeVersion(12, 4)
//   ExclusiveUse()
//   requirement.Within(60s)      waits for what can change
//   Finding                      the answer of a requirement of your own
#ifndef KERNODECK_REQUIREMENT_H_
#define KERNODECK_REQUIREMENT_H_

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "kernodeck/bytes.h"
#include "kernodeck/gpu.h"

namespace kernodeck {

/// What a requirement found.
struct Finding {
  bool met = false;
  std::string found;  ///< goes on after "this test wants X, and ": "3.2 GiB are free"
};

/// What a GPU test wants of the machine beyond a working GPU: a small value, to be handed to
/// `KERNODECK_REQUIRE_GPU`. The functions below make the ready ones. One of your own:
///
///     Requirement("a GPU whose name begins with H", [](const Gpu& gpu) {
///       const std::string name = gpu.Name().value_or("unknown");
///       return Finding{name.front() == 'H', "its name is " + name};
///     })
///
/// which says, where it is not met:
///
///     GPU_UNAVAILABLE: this test wants a GPU whose name begins with H, and its name is A100.
///
/// Copies are cheap. Const functions are thread-safe if the function that was given is.
class Requirement {
 public:
  using Judge = std::function<Finding(const Gpu&)>;

  /// `wanted` goes on after "this test wants ". An exception of `judge` is the test's own failure.
  Requirement(std::string wanted, Judge judge);

  /// The same, and where it is not met at once it is asked again until it is, for `wait` at most,
  /// and no longer than a day.
  /// Who holds the GPU's memory meanwhile is named on the terminal.
  [[nodiscard]] Requirement Within(std::chrono::milliseconds wait) const;

  [[nodiscard]] const std::string& wanted() const;
  [[nodiscard]] std::chrono::milliseconds wait() const;
  [[nodiscard]] Finding Ask(const Gpu& gpu) const;

  struct Content;  ///< of no use outside
  explicit Requirement(std::shared_ptr<const Content> content);
  [[nodiscard]] const Content& content() const;

 private:
  std::shared_ptr<const Content> content_;
};

/// At least `count` visible GPUs. Not met: DEVICE_INDEX_INVALID.
[[nodiscard]] Requirement Gpus(int count);

/// The GPU of that index among the visible ones; the other requirements are asked of it. Not met:
/// DEVICE_INDEX_INVALID.
[[nodiscard]] Requirement DeviceIndex(int index);

/// At least so much memory in all. Not met: OUT_OF_MEMORY.
[[nodiscard]] Requirement TotalMemory(Bytes bytes);

/// At least so much memory free right now. Not met: OUT_OF_MEMORY.
[[nodiscard]] Requirement FreeMemory(Bytes bytes);

/// A CUDA device of at least that compute capability. Not met, here and below: GPU_UNAVAILABLE.
[[nodiscard]] Requirement ComputeCapability(int major, int minor);

/// A ROCm device of exactly that architecture, without features: "gfx90a".
[[nodiscard]] Requirement Arch(const std::string& arch);

/// Not met: GPU_BACKEND_ABSENT.
[[nodiscard]] Requirement Backend(GpuBackend backend);

/// Types that a GPU either computes with natively or not. The four kinds of fp8 are LibTorch's:
/// MI300 has the `fnuz` ones only, everyone else the other two.
enum class Dtype {
  kFloat64,
  kFloat32,
  kTF32,
  kFloat16,
  kBFloat16,
  kFloat8E4M3Fn,
  kFloat8E5M2,
  kFloat8E4M3Fnuz,
  kFloat8E5M2Fnuz,
  kFloat4E2M1,
  kInt8,
};

/// The spelling in messages: "bfloat16". Thread-safe.
[[nodiscard]] std::string Name(Dtype dtype);

/// A GPU that computes with `dtype` natively: LibTorch may well emulate it where this is not met.
[[nodiscard]] Requirement Supports(Dtype dtype);

/// At least two visible GPUs, each of which can access each other's memory.
[[nodiscard]] Requirement PeerAccess();
/// GPU `from` can access the memory of GPU `to`.
[[nodiscard]] Requirement PeerAccess(int from, int to);

/// A driver that supports at least that version of CUDA (or HIP).
[[nodiscard]] Requirement DriverVersion(int major, int minor);

/// A LibTorch that was built for at least that version of CUDA (or HIP).
[[nodiscard]] Requirement RuntimeVersion(int major, int minor);

/// No other process uses the GPU, now or ever (exclusive compute mode).
[[nodiscard]] Requirement ExclusiveUse();

}  // namespace kernodeck

#endif  // KERNODECK_REQUIREMENT_H_
