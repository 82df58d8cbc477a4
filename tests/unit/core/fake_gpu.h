#ifndef KERNODECK_TESTS_UNIT_CORE_FAKE_GPU_H_
#define KERNODECK_TESTS_UNIT_CORE_FAKE_GPU_H_

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "kernodeck/gpu.h"

namespace kernodeck {

// A GPU that is what a test sets. Counts how often it is asked for free memory.
class FakeGpu : public Gpu {
 public:
  int index = 0;
  int count = 2;
  std::optional<std::string> name = "Fake GPU";
  std::optional<GpuBackend> backend = GpuBackend::kCuda;
  std::optional<Bytes> total_memory = 80_GiB;
  std::vector<Bytes> free_memory = {40_GiB};  // what it is each time; the last one stays
  std::optional<VersionNumber> compute_capability = VersionNumber{9, 0};
  std::optional<std::string> arch;
  std::optional<VersionNumber> driver_version = VersionNumber{12, 8};
  std::optional<VersionNumber> runtime_version = VersionNumber{12, 6};
  std::optional<std::set<std::pair<int, int>>> peers;  // nothing: not known
  std::optional<bool> exclusive;
  std::optional<int> other_processes = 0;
  std::vector<MemoryHolder> holders;
  mutable std::size_t times_asked = 0;

  [[nodiscard]] int Index() const override { return index; }
  [[nodiscard]] int Count() const override { return count; }
  [[nodiscard]] std::optional<std::string> Name() const override { return name; }
  [[nodiscard]] std::optional<GpuBackend> Backend() const override { return backend; }
  [[nodiscard]] std::optional<Bytes> TotalMemory() const override { return total_memory; }
  [[nodiscard]] std::optional<Bytes> FreeMemory() const override {
    ++times_asked;
    if (free_memory.empty()) return std::nullopt;
    return free_memory[std::min(times_asked, free_memory.size()) - 1];
  }
  [[nodiscard]] std::optional<VersionNumber> ComputeCapability() const override {
    return compute_capability;
  }
  [[nodiscard]] std::optional<std::string> Arch() const override { return arch; }
  [[nodiscard]] std::optional<VersionNumber> DriverVersion() const override {
    return driver_version;
  }
  [[nodiscard]] std::optional<VersionNumber> RuntimeVersion() const override {
    return runtime_version;
  }
  [[nodiscard]] std::optional<bool> CanAccessPeer(int from, int to) const override {
    if (!peers) return std::nullopt;
    return peers->contains({from, to});
  }
  [[nodiscard]] std::optional<bool> IsExclusive() const override { return exclusive; }
  [[nodiscard]] std::optional<int> OtherProcesses() const override { return other_processes; }
  [[nodiscard]] std::vector<MemoryHolder> MemoryHolders() const override { return holders; }
};

// The same as a ROCm device.
class FakeRocmGpu : public FakeGpu {
 public:
  FakeRocmGpu() {
    backend = GpuBackend::kRocm;
    compute_capability.reset();
    arch = "gfx90a";
  }
};

}  // namespace kernodeck

#endif  // KERNODECK_TESTS_UNIT_CORE_FAKE_GPU_H_
