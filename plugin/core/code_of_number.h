#ifndef KERNODECK_PLUGIN_CORE_CODE_OF_NUMBER_H_
#define KERNODECK_PLUGIN_CORE_CODE_OF_NUMBER_H_

#include <cstdint>

#include "kernodeck/code.h"
#include "kernodeck/stage.h"

namespace kernodeck {

inline constexpr int kOutOfMemoryNumber = 2;  // CUDA_ERROR_OUT_OF_MEMORY, hipErrorOutOfMemory

// With less than this left on the device not even the libraries' own work spaces fit.
inline constexpr std::uint64_t kNoMemoryLeft = std::uint64_t{64} << 20U;

// The code for the error number of a CUDA (or HIP) driver or runtime call of `stage`. Pure.
[[nodiscard]] Code CodeOfNumber(int number, Stage stage);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CORE_CODE_OF_NUMBER_H_
