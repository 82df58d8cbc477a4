#include "kernodeck/gpu.h"

namespace kernodeck {

std::string Name(GpuBackend backend) {
  switch (backend) {
    case GpuBackend::kCuda:
      return "cuda";
    case GpuBackend::kRocm:
      return "rocm";
  }
  return {};
}

std::string ToString(VersionNumber version) {
  return std::to_string(version.major) + "." + std::to_string(version.minor);
}

}  // namespace kernodeck
