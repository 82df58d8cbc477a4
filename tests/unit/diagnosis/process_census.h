#ifndef KERNODECK_TESTS_UNIT_DIAGNOSIS_PROCESS_CENSUS_H_
#define KERNODECK_TESTS_UNIT_DIAGNOSIS_PROCESS_CENSUS_H_

#include <gtest/gtest.h>
#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "plugin/diagnosis/supervisor.h"

namespace kernodeck {

// Sanitizers open a pipe to look at an exception, so they cannot watch a test that has no
// descriptor to spare.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
inline constexpr bool kSanitized = __has_feature(address_sanitizer);
#else
inline constexpr bool kSanitized = false;
#endif

// Open descriptors of this process.
[[nodiscard]] std::size_t CountDescriptors();

// The stand-in worker in `mode` (see standin_worker.cc), with the worker's own --mode gpu.
[[nodiscard]] WorkerCommand StandinCommand(const std::string& mode);

// `script` as the worker, under /bin/sh.
[[nodiscard]] WorkerCommand ShellCommand(const std::string& script);

// "begin product", "done": the event's name and what it is about.
[[nodiscard]] std::string Brief(const Event& event);
[[nodiscard]] std::string LastEvent(const WorkerRun& run);

// Counts before each test and after it: no process that a test started may be left, wherever it
// hid, and no descriptor.
class SupervisionFixture : public testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  // Running processes that descend from this test, found by a variable of their environment.
  [[nodiscard]] std::vector<pid_t> MarkedProcesses() const;

  // RunWorkers(), with the one timed promise checked: back within the limit and a second.
  [[nodiscard]] static std::vector<WorkerRun> RunInTime(const std::vector<WorkerCommand>& commands,
                                                        const WorkerLimits& limits,
                                                        const EventObserver& observer = nullptr);

 private:
  std::string mark_;
  std::size_t descriptors_ = 0;
};

}  // namespace kernodeck

#endif  // KERNODECK_TESTS_UNIT_DIAGNOSIS_PROCESS_CENSUS_H_
