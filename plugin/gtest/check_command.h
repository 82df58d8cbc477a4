#ifndef KERNODECK_PLUGIN_GTEST_CHECK_COMMAND_H_
#define KERNODECK_PLUGIN_GTEST_CHECK_COMMAND_H_

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "kernodeck/verdict.h"
#include "plugin/report/diagnostic_report.h"

namespace kernodeck {

// What `kernodeck diagnose` is to be asked.
struct CheckRequest {
  std::optional<std::string> libtorch;
  std::chrono::milliseconds time_limit{30'000};
  bool cpu = false;  // LibTorch on the CPU, not a GPU; no index then
  int device_index = 0;
  std::optional<int> expect_devices;
  int caller = 0;  // the process whose LibTorch is to be checked: this one
};

struct CheckOutcome {
  std::optional<DiagnosticReport> report;  // nothing where the command gave none
  Verdict verdict;                         // the report's, or why there is none
  // What the command said on standard error where it gave no report. It may hold paths: for the
  // terminal only.
  std::string said;
};

// Where the command is looked for.
struct CommandPlaces {
  // What --kernodeck_command or KERNODECK_COMMAND names; nothing else is looked at then.
  std::optional<std::filesystem::path> named;
  std::filesystem::path executable;             // the running test binary
  std::vector<std::filesystem::path> built_in;  // folders that the build put in
  std::string path;                             // the variable PATH
};

// Those of this process.
[[nodiscard]] CommandPlaces SystemCommandPlaces(std::optional<std::filesystem::path> named);

// The command: what is named, else beside the test binary, above it, in ../bin of it, in the
// built-in folders, on PATH. Nothing where none of these is a program.
[[nodiscard]] std::optional<std::filesystem::path> FindCheckCommand(const CommandPlaces& places);

// The words of the command line for `request`, the command's own name first: what is named may be a
// link of another name.
[[nodiscard]] std::vector<std::string> CheckArguments(const CheckRequest& request);

// Runs the command and reads its report. Returns at the latest 10 s after the request's time limit
// plus what ending the command takes (3 s). Starts no thread, handles no signal, and works whatever
// SIGCHLD, the signal mask and descriptors 0 to 2 are.
[[nodiscard]] CheckOutcome RunCheckCommand(const CheckRequest& request,
                                           const CommandPlaces& places);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_GTEST_CHECK_COMMAND_H_
