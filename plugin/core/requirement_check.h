#ifndef KERNODECK_PLUGIN_CORE_REQUIREMENT_CHECK_H_
#define KERNODECK_PLUGIN_CORE_REQUIREMENT_CHECK_H_

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kernodeck/requirement.h"
#include "plugin/core/test_result.h"

namespace kernodeck {

// A requirement that is not met, or requirements that no machine can meet.
struct RequirementFailure {
  std::string wanted;          // "at least 8 GiB of free device memory"
  std::string found;           // "3.2 GiB are free"
  bool contradiction = false;  // a mistake in the test: no device was asked
  FailureCharge charge;
};

// One sentence that begins with the code: "OUT_OF_MEMORY: this test wants at least 8 GiB of free
// device memory, and 3.2 GiB are free."
[[nodiscard]] std::string MessageOf(const RequirementFailure& failure);

// What waiting needs of the world.
struct Waiting {
  std::function<std::chrono::steady_clock::time_point()> now;
  std::function<void(std::chrono::milliseconds)> sleep;
  std::function<void(const std::string&)> tell;  // whole lines, for the terminal
};

// The real clock, and standard error.
[[nodiscard]] Waiting SystemWaiting();

// What is wrong with the requirements themselves: values that no machine has (no GPU, index -1), or
// two that exclude each other. No device is needed to know it.
[[nodiscard]] std::optional<RequirementFailure> Contradiction(
    const std::vector<Requirement>& requirements);

// The index that DeviceIndex asks for: the GPU that the others are to be asked of.
[[nodiscard]] std::optional<int> RequestedIndex(const std::vector<Requirement>& requirements);

// The first requirement that is not met, after its wait: contradictions first, then the number and
// index of devices, then the others as they stand. `gpu` is the one of RequestedIndex.
[[nodiscard]] std::optional<RequirementFailure> FirstUnmet(
    const std::vector<Requirement>& requirements, const Gpu& gpu, const Waiting& waiting);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CORE_REQUIREMENT_CHECK_H_
