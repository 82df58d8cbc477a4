#ifndef KERNODECK_PLUGIN_RUN_RUN_REQUEST_H_
#define KERNODECK_PLUGIN_RUN_RUN_REQUEST_H_

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "plugin/core/test_result.h"
#include "plugin/report/test_report.h"
#include "plugin/run/google_test_flags.h"
#include "plugin/run/shard.h"

namespace kernodeck {

// How a run stands, for a person who watches.
struct RunProgress {
  int done = 0;
  int total = 0;  // of all iterations; 0: without an end
  int failed = 0;
  std::string running;  // one of the tests that run; empty for none
  std::chrono::duration<double> elapsed{};
};

// What `kernodeck run` was asked for, every text judged.
struct RunRequest {
  static constexpr std::chrono::milliseconds kNoLimit = std::chrono::milliseconds::max();

  std::filesystem::path executable;
  std::vector<std::string> arguments;  // of the tests
  GoogleTestFlags flags;               // that those and the environment hold
  Shard shard;
  std::size_t jobs = 1;
  std::chrono::milliseconds test_timeout{300'000};
  std::chrono::milliseconds run_timeout = kNoLimit;
  std::vector<TestReportRequest> outputs;
  std::filesystem::path command;                       // this one, for its subcommand `diagnose`
  std::vector<std::string> diagnosis_arguments;        // handed to it
  std::chrono::milliseconds diagnosis_limit{150'000};  // after which it is given up
  bool after_check = true;
  int min_gpu_tests = 0;           // that have to run; the plugin tells which they are
  bool min_is_for_plugin = false;  // so a plain binary is not held to it
  std::string promised_gpus;       // what the tests are told that is promised; empty: nothing
  bool color = false;              // the terminal takes colors, and the tests were not told
  std::filesystem::path folder;    // files in reports are named relative to it
  int out = 1;                     // descriptors that the tests' output goes to
  int err = 2;
  std::function<void(const RunProgress&)> show_progress;  // none: nobody watches
  std::function<void()> erase_progress;
};

// What came of it.
struct RunOutcome {
  TestRunSummary summary;
  std::vector<TestResult> failed;  // the first ones
  int disabled = 0;
  int selected = 0;
  bool with_plugin = false;  // so it is known which tests use the GPU
  int exit_status = 0;
  std::optional<int> interrupted_by_signal;
  bool cut_short = false;  // by a signal or the limit of the whole run: nobody is to be waited for
  std::vector<std::string> notes;  // what a person should know, one line each
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_RUN_RUN_REQUEST_H_
