#ifndef KERNODECK_PLUGIN_GTEST_REPORTED_GPU_H_
#define KERNODECK_PLUGIN_GTEST_REPORTED_GPU_H_

#include <memory>

#include "kernodeck/gpu.h"
#include "plugin/gtest/device_driver.h"
#include "plugin/report/diagnostic_report.h"

namespace kernodeck {

// The GPU `index` as the diagnosis reported it; what changes is asked of `driver`, which is loaded
// for that. Both have to outlive it.
[[nodiscard]] std::unique_ptr<Gpu> MakeReportedGpu(const DiagnosticReport& report,
                                                   DeviceDriver& driver, int index);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_GTEST_REPORTED_GPU_H_
