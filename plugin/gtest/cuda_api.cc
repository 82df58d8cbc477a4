#include "plugin/gtest/cuda_api.h"

#include <dlfcn.h>

#include <array>
#include <cstddef>

#include "plugin/core/driver_function.h"
#include "plugin/core/driver_version.h"

namespace kernodeck {
namespace {

constexpr int kComputeModeAttribute = 20;  // CU_DEVICE_ATTRIBUTE_COMPUTE_MODE
constexpr int kProhibited = 2;             // CU_COMPUTEMODE_PROHIBITED
constexpr int kExclusiveProcess = 3;

// The driver's functions; their types are those of cuda.h with its enums and handles as int.
struct Functions {
  explicit Functions(void* library)
      : init(FindFunction<int(unsigned int)>(library, "cuInit")),
        driver_version(FindFunction<int(int*)>(library, "cuDriverGetVersion")),
        count(FindFunction<int(int*)>(library, "cuDeviceGetCount")),
        get(FindFunction<int(int*, int)>(library, "cuDeviceGet")),
        attribute(FindFunction<int(int*, int, int)>(library, "cuDeviceGetAttribute")),
        pci_bus_id(FindFunction<int(char*, int, int)>(library, "cuDeviceGetPCIBusId")),
        can_access_peer(FindFunction<int(int*, int, int)>(library, "cuDeviceCanAccessPeer")),
        state(FindFunction<int(int, unsigned int*, int*)>(library, "cuDevicePrimaryCtxGetState")),
        retain(FindFunction<int(void**, int)>(library, "cuDevicePrimaryCtxRetain")),
        release(FindFunction<int(int)>(library, "cuDevicePrimaryCtxRelease_v2")),
        push(FindFunction<int(void*)>(library, "cuCtxPushCurrent_v2")),
        pop(FindFunction<int(void**)>(library, "cuCtxPopCurrent_v2")),
        set_current(FindFunction<int(void*)>(library, "cuCtxSetCurrent")),
        synchronize(FindFunction<int()>(library, "cuCtxSynchronize")),
        memory(FindFunction<int(std::size_t*, std::size_t*)>(library, "cuMemGetInfo_v2")) {}

  // All of these are in every driver since CUDA 11.
  [[nodiscard]] bool whole() const {
    return init && driver_version && count && get && attribute && pci_bus_id && can_access_peer &&
           state && retain && release && push && pop && set_current && synchronize && memory;
  }

  int (*init)(unsigned int);
  int (*driver_version)(int*);
  int (*count)(int*);
  int (*get)(int*, int);
  int (*attribute)(int*, int, int);
  int (*pci_bus_id)(char*, int, int);
  int (*can_access_peer)(int*, int, int);
  int (*state)(int, unsigned int*, int*);
  int (*retain)(void**, int);
  int (*release)(int);
  int (*push)(void*);
  int (*pop)(void**);
  int (*set_current)(void*);
  int (*synchronize)();
  int (*memory)(std::size_t*, std::size_t*);
};

class CudaApi : public DeviceApi {
 public:
  explicit CudaApi(const Functions& functions) : cuda_(functions) {}

  int Init() override { return cuda_.init(0); }

  // Before cuInit, and in a child of the process that called it, the count is refused: none.
  std::vector<int> ActiveContexts() override {
    std::vector<int> active;
    if (count_ == 0 && cuda_.count(&count_) != 0) count_ = 0;
    for (int device = 0; device < count_; ++device) {
      if (IsActive(device)) active.push_back(device);
    }
    return active;
  }

  int Synchronize(int device) override {
    return InContext(device, [this] { return cuda_.synchronize(); });
  }

  std::optional<DeviceMemory> Memory(int device) override {
    std::size_t free = 0;
    std::size_t total = 0;
    if (Keep(device) != 0) return std::nullopt;
    const int number = InContext(device, [&] { return cuda_.memory(&free, &total); });
    if (number != 0) return std::nullopt;
    return DeviceMemory{Bytes(free), Bytes(total)};
  }

  int SetDevice(int device) override {
    // The runtime remembers its device by itself; through it both know.
    if (auto* const set = FindFunction<int(int)>(RTLD_DEFAULT, "cudaSetDevice")) {
      return set(device);
    }
    void* context = nullptr;
    int handle = 0;
    int number = cuda_.get(&handle, device);
    if (number == 0) number = Keep(device);
    if (number == 0) number = cuda_.retain(&context, handle);
    if (number != 0) return number;
    number = cuda_.set_current(context);
    static_cast<void>(cuda_.release(handle));
    return number;
  }

  std::optional<bool> CanAccessPeer(int from, int to) override {
    int can = 0;
    int from_handle = 0;
    int to_handle = 0;
    if (cuda_.get(&from_handle, from) != 0 || cuda_.get(&to_handle, to) != 0 ||
        cuda_.can_access_peer(&can, from_handle, to_handle) != 0) {
      return std::nullopt;
    }
    return can != 0;
  }

  std::optional<VersionNumber> DriverVersion() override {
    int packed = 0;
    if (cuda_.driver_version(&packed) != 0) return std::nullopt;
    return UnpackDriverVersion(packed);
  }

  std::optional<ComputeMode> Mode(int device) override {
    int mode = 0;
    int handle = 0;
    if (cuda_.get(&handle, device) != 0 ||
        cuda_.attribute(&mode, kComputeModeAttribute, handle) != 0) {
      return std::nullopt;
    }
    if (mode == kProhibited) return ComputeMode::kProhibited;
    return mode == kExclusiveProcess ? ComputeMode::kExclusive : ComputeMode::kShared;
  }

  std::string PciBusId(int device) override {
    std::array<char, 64> name{};
    int handle = 0;
    if (cuda_.get(&handle, device) != 0) return {};
    const int size = static_cast<int>(name.size()) - 1;
    return cuda_.pci_bus_id(name.data(), size, handle) == 0 ? name.data() : std::string();
  }

 private:
  [[nodiscard]] bool IsActive(int device) const {
    int handle = 0;
    unsigned int flags = 0;
    int active = 0;
    return cuda_.get(&handle, device) == 0 && cuda_.state(handle, &flags, &active) == 0 &&
           active != 0;
  }

  // Makes the primary context where there is none, and never gives it back.
  int Keep(int device) {
    if (IsActive(device)) return 0;
    int handle = 0;
    void* context = nullptr;
    const int number = cuda_.get(&handle, device);
    return number != 0 ? number : cuda_.retain(&context, handle);
  }

  // Calls `call` with the device's context current, and leaves this thread as it was.
  template <typename Call>
  int InContext(int device, Call call) {
    int handle = 0;
    void* context = nullptr;
    int number = cuda_.get(&handle, device);
    if (number != 0) return number;
    number = cuda_.retain(&context, handle);
    if (number != 0) return number;
    number = cuda_.push(context);
    if (number == 0) {
      number = call();
      static_cast<void>(cuda_.pop(&context));
    }
    static_cast<void>(cuda_.release(handle));
    return number;
  }

  const Functions cuda_;
  int count_ = 0;
};

}  // namespace

std::unique_ptr<DeviceApi> MakeCudaApi(void* library) {
  const Functions functions(library);
  if (!functions.whole()) return nullptr;
  return std::make_unique<CudaApi>(functions);
}

}  // namespace kernodeck
