#ifndef KERNODECK_PLUGIN_RUN_PROCESS_STATE_H_
#define KERNODECK_PLUGIN_RUN_PROCESS_STATE_H_

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "plugin/core/test_result.h"
#include "plugin/run/test_list.h"

namespace kernodeck {

// The test that runs in a process, and what was said since it began.
struct RunningTest {
  TestIndex index = 0;
  TestStart start;
  std::chrono::steady_clock::time_point began;
  bool gpu = false;  // it stated a requirement
};

// What is known of a process of tests at any moment.
struct ProcessState {
  std::vector<TestIndex> left;  // of this iteration, in their order, the running one included
  int repeat = 1;               // this iteration
  std::optional<RunningTest> running;
  std::string said;             // since the running test began, else since the last one ended
  std::string suite;            // that was begun and not ended
  bool suite_tested = false;    // one of its tests was run here
  bool any_result = false;      // of this process
  bool any_red = false;         // a failed one, or one that was not run for a fault
  bool any_began = false;       // a test of this process
  bool ended_in_order = false;  // this iteration did, as GoogleTest said
  bool plugin = false;          // it has the plugin
  bool leaving = false;         // its device context is broken, so it ends and says so
  bool bad_channel = false;     // it sent what makes no sense
  bool asked_verdict = false;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_RUN_PROCESS_STATE_H_
