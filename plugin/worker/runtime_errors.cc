#include "plugin/worker/runtime_errors.h"

#include <dlfcn.h>

#include <atomic>

#include "plugin/core/driver_function.h"

namespace kernodeck {
namespace {

constexpr int kSuccess = 0;
constexpr int kNotReady = 600;
constexpr int kUnknownError = 999;

// The one piece of state that outlives a call: the runtime calls the functions below with no
// context of ours.
std::atomic<int>& Remembered() {
  static std::atomic<int> number{kSuccess};
  return number;
}

int Forward(const char* function) {
  // RTLD_NEXT sees what was loaded later too, since LibTorch is loaded into the global scope.
  auto* const real = FindFunction<int()>(RTLD_NEXT, function);
  // Whoever calls was linked with a runtime; if it cannot be found, success must not be claimed.
  const int number = real != nullptr ? real() : kUnknownError;
  if (number != kSuccess && number != kNotReady) Remembered().store(number);
  return number;
}

}  // namespace

int RememberedRuntimeError() { return Remembered().load(); }

void ForgetRuntimeError() { Remembered().store(kSuccess); }

int PendingRuntimeError() {
  for (const char* const name : {"cudaPeekAtLastError", "hipPeekAtLastError"}) {
    if (auto* const peek = FindFunction<int()>(RTLD_DEFAULT, name)) return peek();
  }
  return kSuccess;
}

std::optional<int> RuntimeDeviceCountError() {
  for (const char* const name : {"cudaGetDeviceCount", "hipGetDeviceCount"}) {
    int count = 0;
    if (auto* const get_count = FindFunction<int(int*)>(RTLD_DEFAULT, name)) {
      return get_count(&count);
    }
  }
  return std::nullopt;
}

}  // namespace kernodeck

extern "C" {
int cudaGetLastError();
int hipGetLastError();

int cudaGetLastError() { return kernodeck::Forward("cudaGetLastError"); }
int hipGetLastError() { return kernodeck::Forward("hipGetLastError"); }
}
