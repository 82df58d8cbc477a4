// A fake libcuda.so.1: no GPU, no kernel module, only the answers that a test sets in variables.
// Contexts, memory and kernels: fake_cuda_context.cc.
//   KERNODECK_FAKE_MARKER       a file that is created when the library is loaded
//   KERNODECK_FAKE_CUINIT       number that cuInit returns (0)
//   KERNODECK_FAKE_COUNT_ERROR  number that cuDeviceGetCount returns (0)
//   KERNODECK_FAKE_COUNT        number of devices before CUDA_VISIBLE_DEVICES (1)
//   KERNODECK_FAKE_VERSION      the driver's version (13000)
//   KERNODECK_FAKE_NAMES        names of the devices, with commas between them
//   KERNODECK_FAKE_MEMORY       bytes of each device
//   KERNODECK_FAKE_CONTEXT      number that retaining the primary context returns (0)
//   KERNODECK_FAKE_ALLOCATE     number that an allocation returns (0)
//   KERNODECK_FAKE_FREE         free bytes of each device
//   KERNODECK_FAKE_SYNCHRONIZE  number that waiting for the context returns (0)
//   KERNODECK_FAKE_TEXT         what cuGetErrorString says of every number
//   KERNODECK_FAKE_SWAP         1: cuGetErrorName gives the name of another number
//   KERNODECK_FAKE_BEHAVIOUR    hang_load, hang_init, crash_init, slow_init (1 s), hang_context
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "tests/fault/fake_cuda_context.h"
#include "tests/fault/fake_variables.h"

namespace {

using kernodeck::fake::Behaves;
using kernodeck::fake::Hang;
using kernodeck::fake::IsDevice;
using kernodeck::fake::Number;
using kernodeck::fake::Result;
using kernodeck::fake::Variable;

constexpr int kNoDevice = 100;
constexpr int kInvalidDevice = 101;
constexpr int kInvalidValue = 1;

std::vector<std::string> Split(const std::string& list) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t comma = std::min(list.find(',', begin), list.size());
    parts.push_back(list.substr(begin, comma - begin));
    begin = comma + 1;
  }
  return parts;
}

// The devices that CUDA_VISIBLE_DEVICES leaves: a list of indices that ends at the first that is
// none.
std::vector<int> VisibleDevices() {
  const int count = static_cast<int>(Number("KERNODECK_FAKE_COUNT", 1));
  std::vector<int> devices;
  const char* const visible = std::getenv("CUDA_VISIBLE_DEVICES");
  if (visible == nullptr) {
    for (int i = 0; i < count; ++i) devices.push_back(i);
    return devices;
  }
  for (const std::string& part : Split(visible)) {
    char* end = nullptr;
    const std::int64_t index = std::strtol(part.c_str(), &end, 10);
    if (part.empty() || *end != '\0' || index < 0 || index >= count) break;
    devices.push_back(static_cast<int>(index));
  }
  return devices;
}

__attribute__((constructor)) void OnLoad() {
  if (const char* const marker = std::getenv("KERNODECK_FAKE_MARKER")) {
    std::ofstream(marker) << "loaded\n";
  }
  if (Behaves("hang_load")) Hang();
}

}  // namespace

bool kernodeck::fake::IsDevice(int device) {
  return device >= 0 && static_cast<std::size_t>(device) < VisibleDevices().size();
}

extern "C" {

int cuInit(unsigned int /*flags*/) {
  kernodeck::fake::InitializingProcess(getpid());
  if (Behaves("hang_init")) Hang();
  if (Behaves("slow_init")) sleep(1);
  if (Behaves("crash_init")) {
    std::signal(SIGSEGV, SIG_DFL);
    std::raise(SIGSEGV);
  }
  if (const int error = Result("KERNODECK_FAKE_CUINIT"); error != 0) return error;
  // As the real one does where nothing is visible.
  return VisibleDevices().empty() ? kNoDevice : 0;
}

int cuDriverGetVersion(int* version) {
  *version = static_cast<int>(Number("KERNODECK_FAKE_VERSION", 13000));
  return 0;
}

int cuDeviceGetCount(int* count) {
  *count = static_cast<int>(VisibleDevices().size());
  return Result("KERNODECK_FAKE_COUNT_ERROR");
}

int cuDeviceGet(int* device, int ordinal) {
  if (!IsDevice(ordinal)) return kInvalidDevice;
  *device = ordinal;
  return 0;
}

int cuDeviceGetName(char* name, int length, int device) {
  if (!IsDevice(device) || length <= 0) return kInvalidDevice;
  const auto real = static_cast<std::size_t>(VisibleDevices()[static_cast<std::size_t>(device)]);
  const std::vector<std::string> names = Split(Variable("KERNODECK_FAKE_NAMES", "Fake GPU"));
  const std::string& chosen = names[real % names.size()];
  std::strncpy(name, chosen.c_str(), static_cast<std::size_t>(length));
  name[length - 1] = '\0';
  return 0;
}

int cuDeviceTotalMem_v2(std::size_t* bytes, int device) {
  if (!IsDevice(device)) return kInvalidDevice;
  *bytes = static_cast<std::size_t>(Number("KERNODECK_FAKE_MEMORY", std::int64_t{1} << 34U));
  return 0;
}

int cuDeviceGetAttribute(int* value, int attribute, int device) {
  if (!IsDevice(device)) return kInvalidDevice;
  *value = attribute == 75 ? 9 : 0;
  return 0;
}

int cuGetErrorName(int error, const char** name) {
  static const std::map<int, const char*> names = {
      {2, "CUDA_ERROR_OUT_OF_MEMORY"},
      {34, "CUDA_ERROR_STUB_LIBRARY"},
      {46, "CUDA_ERROR_DEVICE_UNAVAILABLE"},
      {100, "CUDA_ERROR_NO_DEVICE"},
      {101, "CUDA_ERROR_INVALID_DEVICE"},
      {802, "CUDA_ERROR_SYSTEM_NOT_READY"},
      {803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH"},
      {804, "CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE"},
      {999, "CUDA_ERROR_UNKNOWN"},
  };
  auto found = names.find(error);
  // The next one's, the first one's for the last.
  if (found != names.end() && Number("KERNODECK_FAKE_SWAP", 0) != 0 && ++found == names.end()) {
    found = names.begin();
  }
  *name = found != names.end() ? found->second : nullptr;
  return found != names.end() ? 0 : kInvalidValue;
}

int cuGetErrorString(int /*error*/, const char** text) {
  *text = Variable("KERNODECK_FAKE_TEXT", "a fake driver's text");
  return 0;
}

}  // extern "C"
