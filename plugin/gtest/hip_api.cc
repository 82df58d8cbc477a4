#include "plugin/gtest/hip_api.h"

#include <cstddef>

#include "plugin/core/driver_function.h"
#include "plugin/core/driver_version.h"

namespace kernodeck {
namespace {

struct Functions {
  explicit Functions(void* library)
      : init(FindFunction<int(unsigned int)>(library, "hipInit")),
        driver_version(FindFunction<int(int*)>(library, "hipDriverGetVersion")),
        count(FindFunction<int(int*)>(library, "hipGetDeviceCount")),
        can_access_peer(FindFunction<int(int*, int, int)>(library, "hipDeviceCanAccessPeer")),
        state(FindFunction<int(int, unsigned int*, int*)>(library, "hipDevicePrimaryCtxGetState")),
        get_device(FindFunction<int(int*)>(library, "hipGetDevice")),
        set_device(FindFunction<int(int)>(library, "hipSetDevice")),
        synchronize(FindFunction<int()>(library, "hipDeviceSynchronize")),
        memory(FindFunction<int(std::size_t*, std::size_t*)>(library, "hipMemGetInfo")) {}

  [[nodiscard]] bool whole() const {
    return init && driver_version && count && can_access_peer && state && get_device &&
           set_device && synchronize && memory;
  }

  int (*init)(unsigned int);
  int (*driver_version)(int*);
  int (*count)(int*);
  int (*can_access_peer)(int*, int, int);
  int (*state)(int, unsigned int*, int*);
  int (*get_device)(int*);
  int (*set_device)(int);
  int (*synchronize)();
  int (*memory)(std::size_t*, std::size_t*);
};

class HipApi : public DeviceApi {
 public:
  explicit HipApi(const Functions& functions) : hip_(functions) {}

  int Init() override { return hip_.init(0); }

  std::vector<int> ActiveContexts() override {
    std::vector<int> active;
    if (count_ == 0 && hip_.count(&count_) != 0) count_ = 0;
    for (int device = 0; device < count_; ++device) {
      unsigned int flags = 0;
      int is_active = 0;
      if (hip_.state(device, &flags, &is_active) == 0 && is_active != 0) active.push_back(device);
    }
    return active;
  }

  int Synchronize(int device) override {
    return OnDevice(device, [this] { return hip_.synchronize(); });
  }

  std::optional<DeviceMemory> Memory(int device) override {
    std::size_t free = 0;
    std::size_t total = 0;
    const int number = OnDevice(device, [&] { return hip_.memory(&free, &total); });
    if (number != 0) return std::nullopt;
    return DeviceMemory{Bytes(free), Bytes(total)};
  }

  int SetDevice(int device) override { return hip_.set_device(device); }

  std::optional<bool> CanAccessPeer(int from, int to) override {
    int can = 0;
    if (hip_.can_access_peer(&can, from, to) != 0) return std::nullopt;
    return can != 0;
  }

  std::optional<VersionNumber> DriverVersion() override {
    int packed = 0;
    if (hip_.driver_version(&packed) != 0) return std::nullopt;
    return UnpackDriverVersion(packed);
  }

  // Its attribute has another number in each major release.
  std::optional<ComputeMode> Mode(int /*device*/) override { return std::nullopt; }
  std::string PciBusId(int /*device*/) override { return {}; }

 private:
  // Calls `call` with the device as this thread's, and sets the one before again.
  template <typename Call>
  int OnDevice(int device, Call call) {
    int before = 0;
    int number = hip_.get_device(&before);
    if (number != 0) return number;
    number = hip_.set_device(device);
    if (number == 0) number = call();
    static_cast<void>(hip_.set_device(before));
    return number;
  }

  const Functions hip_;
  int count_ = 0;
};

}  // namespace

std::unique_ptr<DeviceApi> MakeHipApi(void* library) {
  const Functions functions(library);
  if (!functions.whole()) return nullptr;
  return std::make_unique<HipApi>(functions);
}

}  // namespace kernodeck
