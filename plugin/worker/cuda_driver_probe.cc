#include "plugin/worker/cuda_driver_probe.h"

#include <array>
#include <cstddef>

#include "plugin/core/driver_function.h"

namespace kernodeck {
namespace {

constexpr int kComputeCapabilityMajor = 75;  // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR
constexpr int kComputeCapabilityMinor = 76;
constexpr int kMaxDevices = 1024;

// The driver's functions; their types are those of cuda.h with its enums and handles as int.
struct CudaDriver {
  explicit CudaDriver(void* library)
      : init(FindFunction<int(unsigned int)>(library, "cuInit")),
        driver_get_version(FindFunction<int(int*)>(library, "cuDriverGetVersion")),
        device_get_count(FindFunction<int(int*)>(library, "cuDeviceGetCount")),
        device_get(FindFunction<int(int*, int)>(library, "cuDeviceGet")),
        device_get_name(FindFunction<int(char*, int, int)>(library, "cuDeviceGetName")),
        device_total_mem(FindFunction<int(std::size_t*, int)>(library, "cuDeviceTotalMem_v2")),
        device_get_attribute(FindFunction<int(int*, int, int)>(library, "cuDeviceGetAttribute")),
        get_error_name(FindFunction<int(int, const char**)>(library, "cuGetErrorName")) {}

  int (*init)(unsigned int);
  int (*driver_get_version)(int*);
  int (*device_get_count)(int*);
  int (*device_get)(int*, int);
  int (*device_get_name)(char*, int, int);
  int (*device_total_mem)(std::size_t*, int);
  int (*device_get_attribute)(int*, int, int);
  int (*get_error_name)(int, const char**);
};

std::string ErrorName(const CudaDriver& driver, int error) {
  const char* name = nullptr;
  if (driver.get_error_name == nullptr) return {};
  if (driver.get_error_name(error, &name) != 0 || name == nullptr) return {};
  return SafeErrorName(name);
}

// Keeps the number of a call that failed. Returns whether it succeeded.
bool Record(const CudaDriver& driver, const char* call, int error, DriverFindings& findings) {
  if (error == 0) return true;
  findings.call = call;
  findings.error = error;
  findings.error_name = ErrorName(driver, error);
  return false;
}

DriverDevice Describe(const CudaDriver& driver, int index) {
  DriverDevice described;
  described.index = index;
  int device = 0;
  if (driver.device_get == nullptr || driver.device_get(&device, index) != 0) return described;
  std::array<char, 256> name{};
  if (driver.device_get_name != nullptr &&
      driver.device_get_name(name.data(), static_cast<int>(name.size()) - 1, device) == 0) {
    described.name = name.data();
  }
  std::size_t bytes = 0;
  if (driver.device_total_mem != nullptr && driver.device_total_mem(&bytes, device) == 0) {
    described.total_memory_bytes = bytes;
  }
  int major = 0;
  int minor = 0;
  if (driver.device_get_attribute != nullptr &&
      driver.device_get_attribute(&major, kComputeCapabilityMajor, device) == 0 &&
      driver.device_get_attribute(&minor, kComputeCapabilityMinor, device) == 0) {
    described.compute_capability = std::to_string(major) + "." + std::to_string(minor);
  }
  return described;
}

}  // namespace

DriverFindings ProbeCudaDriver(const DriverSurroundings& surroundings, const SearchPlaces& places,
                               DriverQuestion question) {
  DriverFindings findings = OpenDriverLibrary({surroundings.library}, places);
  if (findings.handle == nullptr) return findings;
  const CudaDriver driver(findings.handle);
  if (driver.init == nullptr || driver.device_get_count == nullptr) {
    findings.library = DriverFindings::Library::kBroken;
    return findings;
  }
  int version = 0;
  if (driver.driver_get_version != nullptr && driver.driver_get_version(&version) == 0) {
    findings.version = version;
  }
  int count = 0;
  if (!Record(driver, "cuInit", driver.init(0), findings) ||
      !Record(driver, "cuDeviceGetCount", driver.device_get_count(&count), findings)) {
    findings.node = RefusedNvidiaNode(surroundings.nodes);
    return findings;
  }
  findings.error = 0;
  findings.device_count = count;
  if (count <= 0) findings.node = RefusedNvidiaNode(surroundings.nodes);
  if (question == DriverQuestion::kCount) return findings;
  for (int index = 0; index < count && index < kMaxDevices; ++index) {
    findings.devices.push_back(Describe(driver, index));
  }
  return findings;
}

}  // namespace kernodeck
