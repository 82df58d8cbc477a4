#include "plugin/gtest/fault.h"

namespace kernodeck {

bool SkipCovers(Code code) {
  switch (code) {
    case Code::kTorchMissing:
    case Code::kGpuBackendAbsent:
    case Code::kGpuUnavailable:
    case Code::kDeviceIndexInvalid:
      return true;
    case Code::kGpuCheckPassed:
    case Code::kCpuCheckPassed:
    case Code::kTorchImportFailed:
    case Code::kCheckFailed:
    case Code::kOutOfMemory:
    case Code::kRuntimeError:
    case Code::kTimeout:
    case Code::kWorkerFailed:
    case Code::kOutputWriteFailed:
      return false;
  }
  return false;
}

}  // namespace kernodeck
