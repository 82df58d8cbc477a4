// A stand-in for libtorch.so: it loads, calls the runtime as LibTorch does, and fails as LibTorch
// does: what the runtime's last error was is cleared before the exception is there.
#include <cstddef>
#include <string_view>

namespace {
struct Dimensions {
  unsigned x, y, z;
};
}  // namespace

extern "C" {

void standin_fail();
int cudaGetLastError();
int cudaMalloc(void** block, std::size_t bytes);
int cudaLaunchKernel(const void* kernel, Dimensions grid, Dimensions block, void** arguments,
                     std::size_t shared, void* stream);
int cudaDeviceSynchronize();
int cublasCreate_v2(void** handle);
#ifdef KERNODECK_STANDIN_CUDNN
int cudnnCreate(void** handle);
const char* cudnnGetErrorString(int status);
#endif
void standin_torch_operation();
bool standin_torch_compute(const char* stage);

void standin_torch_operation() {
  standin_fail();
  static_cast<void>(cudaGetLastError());
}

}  // extern "C"

namespace {

bool Check(int number) {
  if (number != 0) static_cast<void>(cudaGetLastError());
  return number == 0;
}

bool Convolve([[maybe_unused]] void** handle) {
#ifdef KERNODECK_STANDIN_CUDNN
  const int status = cudnnCreate(handle);
  if (status != 0) static_cast<void>(cudnnGetErrorString(status));
  return status == 0;
#else
  return true;
#endif
}

}  // namespace

// Whether what `stage` does on the GPU succeeds.
bool standin_torch_compute(const char* stage) {
  void* handle = nullptr;
  const std::string_view name = stage;
  if (name == "allocation") return Check(cudaMalloc(&handle, 1));
  // A status of cuBLAS is none of the runtime's numbers.
  if (name == "product") return cublasCreate_v2(&handle) == 0 && Convolve(&handle);
  if (name == "gradient")
    return Check(cudaLaunchKernel(nullptr, {1, 1, 1}, {1, 1, 1}, nullptr, 0, nullptr));
  if (name == "synchronize") return Check(cudaDeviceSynchronize());
  return true;
}
