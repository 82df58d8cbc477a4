#ifndef KERNODECK_PLUGIN_GTEST_FAULT_H_
#define KERNODECK_PLUGIN_GTEST_FAULT_H_

#include <optional>
#include <string>

#include "plugin/core/test_result.h"

namespace kernodeck {

// Why a test cannot run, or must not go on.
struct Fault {
  // Tests that meet a fault of one key meet the same one: the first fails, the others are not run.
  // Empty: it is this test's alone.
  std::string key;
  FailureCharge charge;
  std::string text;       // begins with the code
  bool may_skip = false;  // whether the policy `skip` makes a skip of it
  bool gpu = false;       // only a GPU test meets it
};

// The keys of the faults that more than one test may meet.
inline constexpr const char* kGpuFault = "gpu";        // the diagnosis failed
inline constexpr const char* kCpuFault = "cpu";        // the one on the CPU failed
inline constexpr const char* kDeviceFault = "device";  // a sticky error broke the context

// Whether the policy `skip` covers a machine on which the diagnosis ended with that code. It is for
// machines that have no GPU, or none that LibTorch can use; one that has a GPU and computes wrong
// values with it, runs out of time, or has no command to ask is broken, and stays red.
[[nodiscard]] bool SkipCovers(Code code);

// What a test is told: whether it may go on, and if not, what to record.
struct Answer {
  enum class Outcome { kMet, kFailed, kSkipped, kNotRun };

  Outcome outcome = Outcome::kMet;
  std::string text;
  std::optional<FailureCharge> charge;
  std::optional<TestId> first;  // not run: the test that was charged

  [[nodiscard]] bool met() const { return outcome == Outcome::kMet; }
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_GTEST_FAULT_H_
