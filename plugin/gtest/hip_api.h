#ifndef KERNODECK_PLUGIN_GTEST_HIP_API_H_
#define KERNODECK_PLUGIN_GTEST_HIP_API_H_

#include <memory>

#include "plugin/gtest/device_api.h"

namespace kernodeck {

// Over a loaded libamdhip64; null where it lacks functions that every one has.
[[nodiscard]] std::unique_ptr<DeviceApi> MakeHipApi(void* library);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_GTEST_HIP_API_H_
