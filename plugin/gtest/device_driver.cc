#include "plugin/gtest/device_driver.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>

#include "kernodeck/cause.h"
#include "plugin/gtest/cuda_api.h"
#include "plugin/gtest/gpu_processes.h"
#include "plugin/gtest/hip_api.h"
#include "plugin/gtest/loaded_library.h"

namespace kernodeck {
namespace {

class SystemDriver : public DeviceDriver {
 public:
  explicit SystemDriver(DriverLibraries libraries)
      : cuda_(std::move(libraries.cuda)),
        hip_(std::move(libraries.hip)),
        nvml_(std::move(libraries.nvml)) {}

  bool Loaded() override {
    if (IsForked()) return false;
    return cuda_.Find() != nullptr || hip_.Find() != nullptr;
  }

  // What is in this process already is what LibTorch uses; else CUDA is tried first.
  bool Load() override {
    if (IsForked()) return false;
    if (hip_.Find() == nullptr || cuda_.Find() != nullptr) Use(MakeCuda(cuda_.Load()));
    if (api_ == nullptr) Use(MakeHip(hip_.Load()));
    return api_ != nullptr && api_->Init() == 0;
  }

  std::vector<int> ActiveContexts() override {
    DeviceApi* const api = Api();
    return api != nullptr ? api->ActiveContexts() : std::vector<int>();
  }

  SyncResult SynchronizeAll() override {
    DeviceApi* const api = Api();
    SyncResult result;
    if (api == nullptr) return result;
    for (const int device : api->ActiveContexts()) {
      const int number = api->Synchronize(device);
      if (number == 0 || result.number != 0) continue;
      // A context that gives an error again, with nothing done in between, does so for good.
      result = {number, device, IsSticky(number) || api->Synchronize(device) != 0};
    }
    return result;
  }

  std::optional<DeviceMemory> Memory(int device) override {
    DeviceApi* const api = Api();
    return api != nullptr ? api->Memory(device) : std::nullopt;
  }

  int SetDevice(int device) override {
    constexpr int kNotInitialized = 3;
    DeviceApi* const api = Api();
    return api != nullptr ? api->SetDevice(device) : kNotInitialized;
  }

  std::optional<bool> CanAccessPeer(int from, int to) override {
    DeviceApi* const api = Api();
    return api != nullptr ? api->CanAccessPeer(from, to) : std::nullopt;
  }

  std::optional<VersionNumber> DriverVersion() override {
    DeviceApi* const api = Api();
    return api != nullptr ? api->DriverVersion() : std::nullopt;
  }

  std::optional<ComputeMode> Mode(int device) override {
    DeviceApi* const api = Api();
    return api != nullptr ? api->Mode(device) : std::nullopt;
  }

  std::optional<std::vector<MemoryHolder>> Holders(int device) override {
    DeviceApi* const api = Api();
    const std::string bus_id = api != nullptr ? api->PciBusId(device) : std::string();
    if (bus_id.empty()) return std::nullopt;
    return ListGpuProcesses(nvml_.Load(), bus_id);
  }

 private:
  static std::unique_ptr<DeviceApi> MakeCuda(void* library) {
    return library != nullptr ? MakeCudaApi(library) : nullptr;
  }
  static std::unique_ptr<DeviceApi> MakeHip(void* library) {
    return library != nullptr ? MakeHipApi(library) : nullptr;
  }

  void Use(std::unique_ptr<DeviceApi> api) {
    if (api == nullptr || api_ != nullptr) return;
    api_ = std::move(api);
    process_ = getpid();
  }

  [[nodiscard]] bool IsForked() const { return api_ != nullptr && getpid() != process_; }

  // The calls of the driver that is in this process. HIP starts its devices at the first call,
  // whichever it is, so it is left alone until Load.
  DeviceApi* Api() {
    if (api_ == nullptr) {
      void* const library = cuda_.Find();
      if (library == nullptr || library == refused_) return nullptr;
      refused_ = library;
      Use(MakeCuda(library));
    }
    return IsForked() ? nullptr : api_.get();
  }

  LoadedLibrary cuda_;
  LoadedLibrary hip_;
  LoadedLibrary nvml_;
  std::unique_ptr<DeviceApi> api_;
  pid_t process_ = 0;
  void* refused_ = nullptr;  // a library that was looked at; one without the functions stays so
};

}  // namespace

std::unique_ptr<DeviceDriver> SystemDeviceDriver(DriverLibraries libraries) {
  return std::make_unique<SystemDriver>(std::move(libraries));
}

bool IsSticky(int number) {
  // Memory that cannot be corrected, and an exception that was contained: the process has to end.
  constexpr std::array<int, 2> kProcessMustEnd = {214, 226};
  return CauseOfNumber(Code::kRuntimeError, number) == Cause::kStickyContextError ||
         std::find(kProcessMustEnd.begin(), kProcessMustEnd.end(), number) != kProcessMustEnd.end();
}

}  // namespace kernodeck
