#ifndef KERNODECK_PLUGIN_CORE_TEST_RESULT_H_
#define KERNODECK_PLUGIN_CORE_TEST_RESULT_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernodeck/verdict.h"

namespace kernodeck {

// What became of one test. `kNotRun`: its body was not reached because an earlier test met a fault
// that this one would have met too.
enum class TestStatus { kPassed, kFailed, kSkipped, kNotRun };

// The public spelling: passed, failed, skipped, not_run.
[[nodiscard]] std::string_view Name(TestStatus status);

// What a failure is charged to.
struct FailureCharge {
  Code code = Code::kCheckFailed;
  std::optional<Cause> cause;
  Stage stage = Stage::kApplication;
  Owner owner = Owner::kCode;
};

struct TestId {
  std::string suite;
  std::string name;

  friend bool operator==(const TestId& a, const TestId& b) {
    return a.suite == b.suite && a.name == b.name;
  }
};

// "Suite.Name", as GoogleTest's filters have it.
[[nodiscard]] std::string FullName(const TestId& id);

// What a test says beyond this is cut.
inline constexpr std::size_t kMaxTestText = std::size_t{1} << 20U;

// The line that stands where a text of `bytes` bytes was cut, with the line end before it.
[[nodiscard]] std::string CutNote(std::size_t bytes);

struct TestStart {
  TestId id;
  std::string file;  // relative to the source root, or the bare name: never a path of the machine
  int line = 0;
  int repeat = 1;  // the iteration under --gtest_repeat, from 1
  std::chrono::system_clock::time_point at;
};

struct TestResult {
  TestStart start;
  std::chrono::duration<double> seconds{};
  TestStatus status = TestStatus::kPassed;
  bool gpu = false;                     // reached a requirement, or derives from the GPU fixture
  std::optional<FailureCharge> charge;  // failed: always; skipped, not run: where a code is why
  std::string message;                  // one line; begins with the code where there is a charge
  std::string text;                     // all that was said, the message being its first line
  std::optional<int> exit_status;       // of the process, where it ended in this test
  std::optional<int> signal;            // the same
  bool sticky = false;                  // the device's context is not usable after this test
  std::vector<std::pair<std::string, std::string>> properties;  // RecordProperty; parameters
};

// One run of one test binary, as its report's head has it.
struct TestRunInfo {
  std::string name;  // the binary's base name
  int shard_index = 0;
  int shard_count = 1;
  int repeats = 1;
  std::optional<std::uint64_t> seed;  // under --gtest_shuffle
  std::chrono::system_clock::time_point at;
};

struct TestRunSummary {
  int passed = 0;
  int failed = 0;
  int skipped = 0;
  int not_run = 0;
  int gpu_ran = 0;                     // GPU tests whose body was reached
  int exit_status = 0;                 // of the run
  std::optional<Verdict> readiness;    // where the diagnosis ran or was at hand
  std::optional<Verdict> after_check;  // where the diagnosis ran once more at the end
  std::vector<std::string> problems;   // what made the run red beside its tests, one line each
  std::chrono::duration<double> total{};
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CORE_TEST_RESULT_H_
