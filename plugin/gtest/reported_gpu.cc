#include "plugin/gtest/reported_gpu.h"

#include <unistd.h>

#include <algorithm>

#include "plugin/core/driver_version.h"

namespace kernodeck {
namespace {

// "gfx90a:sramecc+:xnack-" is "gfx90a".
std::string WithoutFeatures(const std::string& arch) { return arch.substr(0, arch.find(':')); }

class ReportedGpu : public Gpu {
 public:
  ReportedGpu(const DiagnosticReport& report, DeviceDriver& driver, int index)
      : report_(report), driver_(driver), index_(index) {
    if (!report.torch.devices) return;
    for (const DeviceReport& device : *report.torch.devices) {
      if (device.index == index) device_ = &device;
    }
  }

  [[nodiscard]] int Index() const override { return index_; }

  [[nodiscard]] int Count() const override {
    return report_.torch.visible_device_count.value_or(0);
  }

  [[nodiscard]] std::optional<std::string> Name() const override {
    if (device_ == nullptr || device_->name.empty()) return std::nullopt;
    return device_->name;
  }

  [[nodiscard]] std::optional<GpuBackend> Backend() const override {
    if (report_.torch.backend == "cuda") return GpuBackend::kCuda;
    if (report_.torch.backend == "rocm") return GpuBackend::kRocm;
    return std::nullopt;
  }

  [[nodiscard]] std::optional<Bytes> TotalMemory() const override {
    if (device_ == nullptr || !device_->total_memory_bytes) return std::nullopt;
    return Bytes(*device_->total_memory_bytes);
  }

  [[nodiscard]] std::optional<Bytes> FreeMemory() const override {
    if (!driver_.Load()) return std::nullopt;
    const std::optional<DeviceMemory> memory = driver_.Memory(index_);
    if (!memory) return std::nullopt;
    return memory->free;
  }

  [[nodiscard]] std::optional<VersionNumber> ComputeCapability() const override {
    if (device_ == nullptr || !device_->compute_capability || Arch()) return std::nullopt;
    return ParseVersion(*device_->compute_capability);
  }

  [[nodiscard]] std::optional<std::string> Arch() const override {
    if (device_ == nullptr || device_->arch.value_or("").empty()) return std::nullopt;
    return WithoutFeatures(*device_->arch);
  }

  [[nodiscard]] std::optional<VersionNumber> DriverVersion() const override {
    if (report_.driver && report_.driver->version) return ParseVersion(*report_.driver->version);
    return driver_.Load() ? driver_.DriverVersion() : std::nullopt;
  }

  [[nodiscard]] std::optional<VersionNumber> RuntimeVersion() const override {
    const TorchReport& torch = report_.torch;
    const std::optional<std::string>& build =
        Backend() == GpuBackend::kRocm ? torch.hip_build : torch.cuda_build;
    return build ? ParseVersion(*build) : std::nullopt;
  }

  [[nodiscard]] std::optional<bool> CanAccessPeer(int from, int to) const override {
    return driver_.Load() ? driver_.CanAccessPeer(from, to) : std::nullopt;
  }

  [[nodiscard]] std::optional<bool> IsExclusive() const override {
    const auto mode = driver_.Load() ? driver_.Mode(index_) : std::nullopt;
    if (!mode) return std::nullopt;
    return *mode == ComputeMode::kExclusive;
  }

  [[nodiscard]] std::optional<int> OtherProcesses() const override {
    const auto holders = driver_.Load() ? driver_.Holders(index_) : std::nullopt;
    if (!holders) return std::nullopt;
    const bool listed = std::any_of(holders->begin(), holders->end(),
                                    [](const MemoryHolder& each) { return each.pid == getpid(); });
    // In a container NVML may know this process by another number: one that has a context here is
    // one of those that are listed.
    const std::vector<int> active = driver_.ActiveContexts();
    const bool among = listed || std::find(active.begin(), active.end(), index_) != active.end();
    const int count = static_cast<int>(holders->size());
    return std::max(among ? count - 1 : count, 0);
  }

  [[nodiscard]] std::vector<MemoryHolder> MemoryHolders() const override {
    if (!driver_.Load()) return {};
    return driver_.Holders(index_).value_or(std::vector<MemoryHolder>());
  }

 private:
  const DiagnosticReport& report_;
  DeviceDriver& driver_;
  const int index_;
  const DeviceReport* device_ = nullptr;
};

}  // namespace

std::unique_ptr<Gpu> MakeReportedGpu(const DiagnosticReport& report, DeviceDriver& driver,
                                     int index) {
  return std::make_unique<ReportedGpu>(report, driver, index);
}

}  // namespace kernodeck
