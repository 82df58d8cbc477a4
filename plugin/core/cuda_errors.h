#ifndef KERNODECK_PLUGIN_CORE_CUDA_ERRORS_H_
#define KERNODECK_PLUGIN_CORE_CUDA_ERRORS_H_

#include <span>
#include <string_view>

namespace kernodeck {

// One error number of CUDA. Driver and runtime share their numbers; the name is the driver's
// (CUDA_ERROR_X), or the runtime's (cudaErrorX) where only the runtime has the number.
struct CudaError {
  int number;
  std::string_view name;
  std::string_view meaning;  // in our words, a phrase
};

// All public numbers of CUDA 13.0 (cuda.h, driver_types.h), ascending. Thread-safe.
[[nodiscard]] std::span<const CudaError> AllCudaErrors();

// The row of `number`, or null. Thread-safe.
[[nodiscard]] const CudaError* FindCudaError(int number);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CORE_CUDA_ERRORS_H_
