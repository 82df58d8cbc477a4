// A stand-in for libcudart.so.13, under a name of its own and with its symbol version.
// standin_fail() makes the number in KERNODECK_STANDIN_LAST_ERROR its last error; reading it clears
// it, as in the real one.
#include <cstdlib>

namespace {

int& Pending() {
  thread_local int pending = 0;
  return pending;
}

int Number(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr ? std::atoi(value) : 0;
}

}  // namespace

extern "C" {

void standin_fail() { Pending() = Number("KERNODECK_STANDIN_LAST_ERROR"); }

int cudaGetLastError() {
  const int number = Pending();
  Pending() = 0;
  return number;
}

int cudaPeekAtLastError() { return Pending(); }

// The calls that succeed here, and fail where a shim is loaded before this library.
int cudaMalloc(void** /*block*/, unsigned long /*bytes*/) { return 0; }
int cudaDeviceSynchronize() { return 0; }
int cublasCreate_v2(void** /*handle*/) { return 0; }
int cudaLaunchKernel() { return 0; }

int cudaGetDeviceCount(int* count) {
  *count = 0;
  return Number("KERNODECK_STANDIN_DEVICE_COUNT_ERROR");
}

}  // extern "C"
