#include "plugin/core/code_of_number.h"

namespace kernodeck {
namespace {

constexpr int kExclusiveOrBusy = 46;  // cudaErrorDevicesUnavailable
constexpr int kEccUncorrectable = 214;

}  // namespace

Code CodeOfNumber(int number, Stage stage) {
  if (number == kExclusiveOrBusy) return Code::kGpuUnavailable;
  if (number == kEccUncorrectable) return Code::kRuntimeError;
  // Initialization and count: what they could not do, this process cannot use.
  if (stage <= Stage::kDevice) return Code::kGpuUnavailable;
  return number == kOutOfMemoryNumber ? Code::kOutOfMemory : Code::kRuntimeError;
}

}  // namespace kernodeck
