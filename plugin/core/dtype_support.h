#ifndef KERNODECK_PLUGIN_CORE_DTYPE_SUPPORT_H_
#define KERNODECK_PLUGIN_CORE_DTYPE_SUPPORT_H_

#include <string_view>

#include "kernodeck/requirement.h"

namespace kernodeck {

// Whether CUDA devices of that compute capability compute with `dtype` natively.
[[nodiscard]] bool CudaComputesWith(Dtype dtype, VersionNumber compute_capability);

// The same for a ROCm architecture without features, "gfx90a".
[[nodiscard]] bool RocmComputesWith(Dtype dtype, std::string_view arch);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CORE_DTYPE_SUPPORT_H_
