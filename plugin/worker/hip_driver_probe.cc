#include "plugin/worker/hip_driver_probe.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "plugin/core/driver_function.h"

namespace kernodeck {
namespace {

constexpr int kMaxDevices = 1024;
// Larger than any version of hipDeviceProp_t.
constexpr std::size_t kPropertiesBytes = std::size_t{16} << 10U;

struct HipDriver {
  explicit HipDriver(void* library)
      : init(FindFunction<int(unsigned int)>(library, "hipInit")),
        driver_get_version(FindFunction<int(int*)>(library, "hipDriverGetVersion")),
        get_device_count(FindFunction<int(int*)>(library, "hipGetDeviceCount")),
        device_get_name(FindFunction<int(char*, int, int)>(library, "hipDeviceGetName")),
        device_total_mem(FindFunction<int(std::size_t*, int)>(library, "hipDeviceTotalMem")),
        get_properties(FindFunction<int(void*, int)>(library, "hipGetDevicePropertiesR0600")),
        get_error_name(FindFunction<const char*(int)>(library, "hipGetErrorName")) {
    if (get_properties == nullptr) {
      get_properties = FindFunction<int(void*, int)>(library, "hipGetDeviceProperties");
    }
  }

  int (*init)(unsigned int);
  int (*driver_get_version)(int*);
  int (*get_device_count)(int*);
  int (*device_get_name)(char*, int, int);
  int (*device_total_mem)(std::size_t*, int);
  int (*get_properties)(void*, int);
  const char* (*get_error_name)(int);
};

bool Record(const HipDriver& driver, const char* call, int error, DriverFindings& findings) {
  if (error == 0) return true;
  findings.call = call;
  findings.error = error;
  const char* const name =
      driver.get_error_name != nullptr ? driver.get_error_name(error) : nullptr;
  findings.error_name = name != nullptr ? SafeErrorName(name) : std::string();
  return false;
}

// The architecture's name ("gfx90a") is a text in a struct whose layout differs between releases;
// the text itself is unmistakable, so it is looked for.
std::string Architecture(const HipDriver& driver, int index) {
  std::vector<char> properties(kPropertiesBytes, '\0');
  if (driver.get_properties == nullptr || driver.get_properties(properties.data(), index) != 0) {
    return {};
  }
  constexpr std::string_view kStem = "gfx";
  // Behind the device's own name, which may hold anything.
  auto place = std::find(properties.begin(), properties.end(), '\0');
  place = std::search(place, properties.end(), kStem.begin(), kStem.end());
  const auto end = std::find_if(place, properties.end(), [](char letter) {
    return !((letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9'));
  });
  return {place, end};
}

DriverDevice Describe(const HipDriver& driver, int index) {
  DriverDevice described;
  described.index = index;
  std::array<char, 256> name{};
  if (driver.device_get_name != nullptr &&
      driver.device_get_name(name.data(), static_cast<int>(name.size()) - 1, index) == 0) {
    described.name = name.data();
  }
  std::size_t bytes = 0;
  if (driver.device_total_mem != nullptr && driver.device_total_mem(&bytes, index) == 0) {
    described.total_memory_bytes = bytes;
  }
  described.arch = Architecture(driver, index);
  return described;
}

}  // namespace

DriverFindings ProbeHipDriver(const DriverSurroundings& surroundings, const SearchPlaces& places,
                              DriverQuestion question) {
  DriverFindings findings = OpenDriverLibrary(
      {"libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5", "libamdhip64.so"}, places);
  if (findings.handle == nullptr) return findings;
  const HipDriver driver(findings.handle);
  if (driver.init == nullptr || driver.get_device_count == nullptr) {
    findings.library = DriverFindings::Library::kBroken;
    return findings;
  }
  int version = 0;
  if (driver.driver_get_version != nullptr && driver.driver_get_version(&version) == 0) {
    findings.version = version;
  }
  int count = 0;
  if (!Record(driver, "hipInit", driver.init(0), findings) ||
      !Record(driver, "hipGetDeviceCount", driver.get_device_count(&count), findings)) {
    findings.node = RefusedKfdNode(surroundings.nodes);
    return findings;
  }
  findings.error = 0;
  findings.device_count = count;
  if (count <= 0) findings.node = RefusedKfdNode(surroundings.nodes);
  if (question == DriverQuestion::kCount) return findings;
  for (int index = 0; index < count && index < kMaxDevices; ++index) {
    findings.devices.push_back(Describe(driver, index));
  }
  return findings;
}

}  // namespace kernodeck
