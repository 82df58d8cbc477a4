// A stand-in for a failing CUDA call, to be preloaded (LD_PRELOAD): one named call of the runtime,
// cuBLAS or cuDNN returns a number, at its n-th call or from its n-th call on.
//   KERNODECK_SHIM=cudaMalloc:2:1              the first cudaMalloc returns 2
//   KERNODECK_SHIM=__cudaLaunchKernel:700:2+   from the second launch on, 700
// Several are separated by commas. A number of the runtime becomes its last error too, as a real
// one does. What is not named goes on to the library that has it.
#include <dlfcn.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

struct Dimensions {
  unsigned x, y, z;
};

std::atomic<int>& Pending() {
  static std::atomic<int> pending{0};
  return pending;
}

// The number to return at the `call`-th call of `name`; 0 for none.
int Injected(const char* name, int call) {
  const char* const variable = std::getenv("KERNODECK_SHIM");
  std::string list = variable != nullptr ? variable : "";
  while (!list.empty()) {
    const std::string entry = list.substr(0, list.find(','));
    list.erase(0, entry.size() + 1);
    const std::size_t number = entry.find(':');
    if (number == std::string::npos || entry.substr(0, number) != name) continue;
    char* rest = nullptr;
    const long value = std::strtol(entry.c_str() + number + 1, &rest, 10);
    const long at = *rest == ':' ? std::strtol(rest + 1, &rest, 10) : 1;
    if (call == at || (*rest == '+' && call > at)) return static_cast<int>(value);
  }
  return 0;
}

template <typename... Arguments>
int Call(const char* name, std::atomic<int>& calls, bool runtime, Arguments... arguments) {
  const int number = Injected(name, ++calls);
  if (number != 0) {
    if (runtime) Pending().store(number);
    return number;
  }
  using Function = int(Arguments...);
  auto* const real = reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
  // Nobody behind: it stands in for a whole library too.
  return real != nullptr ? real(arguments...) : 0;
}

int LastError(const char* name, bool clear) {
  const int pending = clear ? Pending().exchange(0) : Pending().load();
  if (pending != 0) return pending;
  auto* const real = reinterpret_cast<int (*)()>(dlsym(RTLD_NEXT, name));
  return real != nullptr ? real() : 0;
}

}  // namespace

#define KERNODECK_SHIM(name, runtime, parameters, ...)             \
  int name parameters {                                            \
    static std::atomic<int> calls{0};                              \
    return Call(#name, calls, runtime __VA_OPT__(, ) __VA_ARGS__); \
  }

extern "C" {

int cudaGetLastError() { return LastError("cudaGetLastError", true); }
int cudaPeekAtLastError() { return LastError("cudaPeekAtLastError", false); }

KERNODECK_SHIM(cudaGetDeviceCount, true, (int* count), count)
KERNODECK_SHIM(cudaMalloc, true, (void** block, std::size_t bytes), block, bytes)
KERNODECK_SHIM(cudaMemcpyAsync, true,
               (void* to, const void* from, std::size_t bytes, int kind, void* stream), to, from,
               bytes, kind, stream)
KERNODECK_SHIM(cudaStreamSynchronize, true, (void* stream), stream)
KERNODECK_SHIM(cudaDeviceSynchronize, true, ())
KERNODECK_SHIM(cudaLaunchKernel, true,
               (const void* kernel, Dimensions grid, Dimensions block, void** arguments,
                std::size_t shared, void* stream),
               kernel, grid, block, arguments, shared, stream)
// What the compiler of CUDA 13 calls in its place.
KERNODECK_SHIM(__cudaLaunchKernel, true,
               (const void* kernel, Dimensions grid, Dimensions block, void** arguments,
                std::size_t shared, void* stream),
               kernel, grid, block, arguments, shared, stream)
KERNODECK_SHIM(cublasCreate_v2, false, (void** handle), handle)
KERNODECK_SHIM(cudnnCreate, false, (void** handle), handle)

}  // extern "C"
