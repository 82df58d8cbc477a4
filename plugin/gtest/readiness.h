#ifndef KERNODECK_PLUGIN_GTEST_READINESS_H_
#define KERNODECK_PLUGIN_GTEST_READINESS_H_

#include "kernodeck/require.h"
#include "plugin/gtest/fault.h"

namespace kernodeck {

// The answer as GoogleTest's kinds have it.
[[nodiscard]] Readiness ReadinessOf(Answer answer);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_GTEST_READINESS_H_
