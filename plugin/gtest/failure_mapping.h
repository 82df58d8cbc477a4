#ifndef KERNODECK_PLUGIN_GTEST_FAILURE_MAPPING_H_
#define KERNODECK_PLUGIN_GTEST_FAILURE_MAPPING_H_

#include <cstdint>
#include <optional>

#include "plugin/core/test_result.h"
#include "plugin/gtest/caught_exception.h"

namespace kernodeck {

// What a failed test showed. What is not known is left empty.
struct FailureEvidence {
  bool gpu_test = false;
  bool timed_out = false;
  std::optional<int> signal;        // that ended the test's process
  std::optional<int> exit_status;   // with which the test's process ended in the test
  std::optional<Cause> output;      // why an output was not written
  std::optional<int> device_error;  // of synchronizing at the test's end; 0 is none
  bool forked = false;              // in a child of the process that initialized the driver
  std::optional<CaughtException> exception;  // that escaped from the test
  std::optional<std::uint64_t> free_bytes;   // of the device, right after the failure
  bool value_mismatch = false;               // a tensor was not as expected
};

// What a failed test is charged to: one table, the first row that fits. Stage `application`: all of
// this is in the test's own body. Failures of the readiness have their own verdict and do not come
// here.
[[nodiscard]] FailureCharge ChargeOf(const FailureEvidence& evidence);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_GTEST_FAILURE_MAPPING_H_
