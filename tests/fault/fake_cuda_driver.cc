// A fake libcuda.so.1: no GPU, no kernel module, only the answers that a test sets in variables.
// Memory and kernels: fake_cuda_kernels.cc.
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
//   KERNODECK_FAKE_SYNCHRONIZE  number that waiting for a context returns (0); one a device: 0,700
//   KERNODECK_FAKE_ONCE         1: only the first waiting returns it
//   KERNODECK_FAKE_STATE        number that asking whether a context is active returns (0)
//   KERNODECK_FAKE_PEERS        "0-1,1-0": who can access whose memory
//   KERNODECK_FAKE_MODE         the compute mode (0)
//   KERNODECK_FAKE_TEXT         what cuGetErrorString says of every number
//   KERNODECK_FAKE_SWAP         1: cuGetErrorName gives the name of another number
//   KERNODECK_FAKE_BEHAVIOUR    hang_load, hang_init, crash_init, slow_init (1 s), hang_context
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/fault/fake_cuda_kernels.h"

namespace {

constexpr int kNoDevice = 100;
constexpr int kInvalidDevice = 101;
constexpr int kInvalidValue = 1;
constexpr int kInvalidContext = 201;
constexpr int kNotInitialized = 3;
constexpr std::size_t kMaxDevices = 64;
constexpr int kComputeMode = 20;  // CU_DEVICE_ATTRIBUTE_COMPUTE_MODE
constexpr int kComputeCapabilityMajor = 75;

const char* Variable(const char* name, const char* otherwise) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : otherwise;
}

std::int64_t Number(const char* name, std::int64_t otherwise) {
  const char* const value = std::getenv(name);
  return value != nullptr ? std::atol(value) : otherwise;
}

int Result(const char* name) { return static_cast<int>(Number(name, 0)); }

bool Behaves(const char* behaviour) {
  return std::strcmp(Variable("KERNODECK_FAKE_BEHAVIOUR", ""), behaviour) == 0;
}

void Hang() {
  for (;;) pause();
}

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

bool IsDevice(int device) {
  return device >= 0 && static_cast<std::size_t>(device) < VisibleDevices().size();
}

__attribute__((constructor)) void OnLoad() {
  if (const char* const marker = std::getenv("KERNODECK_FAKE_MARKER")) {
    std::ofstream(marker) << "loaded\n";
  }
  if (Behaves("hang_load")) Hang();
}

// As the real one: of no use in a child of the process that initialized it.
int InitializingProcess(int process = 0) {
  static int initialized_in = 0;
  if (process != 0) initialized_in = process;
  return initialized_in;
}

// A context is the address of its device's count of those who retain it.
int& Retained(int device) {
  static std::array<int, kMaxDevices> counts{};
  return counts.at(static_cast<std::size_t>(device));
}

int DeviceOf(void* context) { return static_cast<int>(static_cast<int*>(context) - &Retained(0)); }

// The stack of contexts of this thread; the last one is current.
std::vector<void*>& Contexts() {
  thread_local std::vector<void*> stack;
  return stack;
}

// The number of KERNODECK_FAKE_SYNCHRONIZE for a device: the last one where it lists fewer.
int SynchronizeResult(std::size_t device) {
  static bool returned_once = false;
  const std::vector<std::string> numbers = Split(Variable("KERNODECK_FAKE_SYNCHRONIZE", "0"));
  const int number = std::atoi(numbers[std::min(device, numbers.size() - 1)].c_str());
  if (number == 0 || Number("KERNODECK_FAKE_ONCE", 0) == 0) return number;
  return std::exchange(returned_once, true) ? 0 : number;
}

bool IsForked() { return InitializingProcess() != 0 && InitializingProcess() != getpid(); }

}  // namespace

int kernodeck::fake::CurrentDevice() {
  return Contexts().empty() ? 0 : DeviceOf(Contexts().back());
}

extern "C" {

int cuInit(unsigned int /*flags*/) {
  InitializingProcess(getpid());
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
  if (InitializingProcess() == 0 || IsForked()) return kNotInitialized;
  *count = static_cast<int>(VisibleDevices().size());
  return Result("KERNODECK_FAKE_COUNT_ERROR");
}

int cuDeviceGet(int* device, int ordinal) {
  if (InitializingProcess() == 0 || IsForked()) return kNotInitialized;
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
  *value = attribute == kComputeCapabilityMajor ? 9 : 0;
  if (attribute == kComputeMode) *value = Result("KERNODECK_FAKE_MODE");
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

int cuDevicePrimaryCtxRetain(void** context, int device) {
  if (Behaves("hang_context")) Hang();
  if (const int error = Result("KERNODECK_FAKE_CONTEXT"); error != 0) return error;
  if (!IsDevice(device)) return kInvalidDevice;
  ++Retained(device);
  *context = &Retained(device);
  return 0;
}

int cuDevicePrimaryCtxRelease_v2(int device) {
  if (!IsDevice(device) || Retained(device) == 0) return kInvalidContext;
  --Retained(device);
  return 0;
}

int cuDevicePrimaryCtxGetState(int device, unsigned int* flags, int* active) {
  if (InitializingProcess() == 0 || IsForked()) return kNotInitialized;
  if (!IsDevice(device)) return kInvalidDevice;
  *flags = 0;
  *active = Retained(device) > 0 ? 1 : 0;
  return Result("KERNODECK_FAKE_STATE");
}

int cuDeviceCanAccessPeer(int* can, int from, int to) {
  if (!IsDevice(from) || !IsDevice(to)) return kInvalidDevice;
  const std::string pair = std::to_string(from) + "-" + std::to_string(to);
  const std::vector<std::string> pairs = Split(Variable("KERNODECK_FAKE_PEERS", ""));
  *can = std::find(pairs.begin(), pairs.end(), pair) != pairs.end() ? 1 : 0;
  return 0;
}

int cuDeviceGetPCIBusId(char* name, int length, int device) {
  if (!IsDevice(device)) return kInvalidDevice;
  std::snprintf(name, static_cast<std::size_t>(length), "0000:%02x:00.0", device);
  return 0;
}

int cuCtxSetCurrent(void* context) {
  if (IsForked()) return kNotInitialized;
  if (context == nullptr) return kInvalidValue;
  Contexts() = {context};
  return 0;
}

int cuCtxGetCurrent(void** context) {
  *context = Contexts().empty() ? nullptr : Contexts().back();
  return 0;
}

int cuCtxPushCurrent_v2(void* context) {
  if (IsForked()) return kNotInitialized;
  Contexts().push_back(context);
  return 0;
}

int cuCtxPopCurrent_v2(void** context) {
  if (Contexts().empty()) return kInvalidContext;
  *context = Contexts().back();
  Contexts().pop_back();
  return 0;
}

int cuCtxSynchronize() {
  const int device = kernodeck::fake::CurrentDevice();
  if (const int error = kernodeck::fake::WaitForKernels(device); error != 0) return error;
  return SynchronizeResult(static_cast<std::size_t>(device));
}

int cuMemGetInfo_v2(std::size_t* free_bytes, std::size_t* total_bytes) {
  if (const int error = kernodeck::fake::ContextError(kernodeck::fake::CurrentDevice())) {
    return error;
  }
  *free_bytes = static_cast<std::size_t>(Number("KERNODECK_FAKE_FREE", std::int64_t{1} << 33U));
  *free_bytes -= std::min(*free_bytes, kernodeck::fake::AllocatedBytes());
  return cuDeviceTotalMem_v2(total_bytes, 0);
}

}  // extern "C"
