#ifndef KERNODECK_PLUGIN_RUN_PROCESS_OUTCOME_H_
#define KERNODECK_PLUGIN_RUN_PROCESS_OUTCOME_H_

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "plugin/core/test_result.h"
#include "plugin/diagnosis/supervisor.h"
#include "plugin/run/process_state.h"
#include "plugin/run/test_list.h"

namespace kernodeck {

// Which limit stopped a process.
enum class Limit { kNone, kTest, kRun };

// How a process of tests ended, and what was known of it.
struct EndedProcess {
  ProcessState state;
  ProcessEnd end;
  Limit limit = Limit::kNone;
  std::chrono::milliseconds test_timeout{};
  std::string program;           // the binary's base name: the suite of what belongs to no test
  std::filesystem::path folder;  // what files are named relative to
};

struct ProcessOutcome {
  std::vector<TestResult> results;  // of the test that it ended in, or what stands for one; and of
                                    // those that cannot be run for the same reason
  std::vector<TestIndex> left;      // for a fresh process
  bool refused = false;             // the plugin refused its settings, and ran nothing
};

// What becomes of the tests of a process that has ended. One crash or hang is one failed result:
// the test that ran; else what its process was about, the first test of a suite that could not be
// set up, or a result with a name of its own. A process that ran no test at all leaves none for
// another, so that it is not started for ever.
[[nodiscard]] ProcessOutcome Conclude(const std::vector<ListedTest>& tests,
                                      const EndedProcess& process);

// A result of a test that was not run, `why` being the end of "not run: ...".
[[nodiscard]] TestResult NotRun(const ListedTest& test, int repeat, const std::string& why,
                                const std::filesystem::path& folder);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_RUN_PROCESS_OUTCOME_H_
