// A fake libamdhip64.so.6, as the fake CUDA driver beside it.
//   KERNODECK_FAKE_HIPINIT  number that hipInit returns (0)
//   KERNODECK_FAKE_COUNT    number of devices (1)
#include <cstddef>
#include <cstdlib>
#include <cstring>

namespace {

// Sizes and places in hipDeviceProp_t differ between releases; this is one of them.
constexpr std::size_t kPropertiesBytes = 1472;
constexpr std::size_t kArchitectureOffset = 1160;

int Number(const char* name, int otherwise) {
  const char* const value = std::getenv(name);
  return value != nullptr ? std::atoi(value) : otherwise;
}

}  // namespace

extern "C" {

int hipInit(unsigned int /*flags*/) { return Number("KERNODECK_FAKE_HIPINIT", 0); }

int hipDriverGetVersion(int* version) {
  *version = 60240000;
  return 0;
}

int hipGetDeviceCount(int* count) {
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

const char* hipGetErrorName(int error) {
  return error == 100 ? "hipErrorNoDevice" : "hipErrorUnknown";
}

}  // extern "C"
