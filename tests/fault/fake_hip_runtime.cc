// A fake libamdhip64.so.6, as the fake CUDA driver beside it.
//   KERNODECK_FAKE_HIPINIT  number that hipInit returns (0)
//   KERNODECK_FAKE_COUNT    number of devices (1)
//   KERNODECK_FAKE_MARKER   a file that is created at the first call that starts the devices
//   KERNODECK_FAKE_SYNCHRONIZE  number that waiting for a device returns (0)
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <fstream>

namespace {

// Sizes and places in hipDeviceProp_t differ between releases; this is one of them.
constexpr std::size_t kPropertiesBytes = 1472;
constexpr std::size_t kArchitectureOffset = 1160;

int Number(const char* name, int otherwise) {
  const char* const value = std::getenv(name);
  return value != nullptr ? std::atoi(value) : otherwise;
}

int& CurrentDevice() {
  thread_local int device = 0;
  return device;
}

// As the real one does at whichever call comes first.
void Start() {
  if (const char* const marker = std::getenv("KERNODECK_FAKE_MARKER")) {
    std::ofstream(marker) << "started\n";
  }
}

}  // namespace

extern "C" {

int hipInit(unsigned int /*flags*/) {
  Start();
  return Number("KERNODECK_FAKE_HIPINIT", 0);
}

int hipDriverGetVersion(int* version) {
  *version = 60240000;
  return 0;
}

int hipGetDeviceCount(int* count) {
  Start();
  *count = Number("KERNODECK_FAKE_COUNT", 1);
  return 0;
}

int hipDeviceGetName(char* name, int length, int /*device*/) {
  std::strncpy(name, "Fake gfx card", static_cast<std::size_t>(length));
  return 0;
}

int hipDeviceTotalMem(std::size_t* bytes, int /*device*/) {
  *bytes = std::size_t{1} << 36U;
  return 0;
}

int hipGetDevicePropertiesR0600(void* properties, int /*device*/) {
  auto* const bytes = static_cast<char*>(properties);
  std::memset(bytes, 0, kPropertiesBytes);
  std::strncpy(bytes, "Fake gfx card", kArchitectureOffset);
  std::strncpy(bytes + kArchitectureOffset, "gfx90a:sramecc+:xnack-",
               kPropertiesBytes - kArchitectureOffset);
  return 0;
}

// One device is in use: the last one.
int hipDevicePrimaryCtxGetState(int device, unsigned int* flags, int* active) {
  Start();
  *flags = 0;
  *active = device + 1 == Number("KERNODECK_FAKE_COUNT", 1) ? 1 : 0;
  return 0;
}

int hipGetDevice(int* device) {
  *device = CurrentDevice();
  return 0;
}

int hipSetDevice(int device) {
  if (device < 0 || device >= Number("KERNODECK_FAKE_COUNT", 1)) return 101;
  CurrentDevice() = device;
  return 0;
}

int hipDeviceSynchronize() { return Number("KERNODECK_FAKE_SYNCHRONIZE", 0); }

int hipMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes) {
  *free_bytes = std::size_t{1} << 35U;
  return hipDeviceTotalMem(total_bytes, CurrentDevice());
}

int hipDeviceCanAccessPeer(int* can, int from, int to) {
  *can = from != to ? 1 : 0;
  return 0;
}

const char* hipGetErrorName(int error) {
  return error == 100 ? "hipErrorNoDevice" : "hipErrorUnknown";
}

}  // extern "C"
