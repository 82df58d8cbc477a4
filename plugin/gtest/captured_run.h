#ifndef KERNODECK_PLUGIN_GTEST_CAPTURED_RUN_H_
#define KERNODECK_PLUGIN_GTEST_CAPTURED_RUN_H_

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kernodeck {

struct RunLimits {
  std::chrono::milliseconds time{40'000};
  std::size_t output_bytes = std::size_t{4} << 20U;
  std::size_t error_bytes = std::size_t{64} << 10U;  // what is more is read and dropped
};

// How a program ended that was run and listened to.
struct CapturedRun {
  enum class End {
    kExited,
    kSignaled,
    kNotStarted,  // `number` is the error number
    kTimedOut,    // and was ended
    kTooMuch,     // wrote more than its limit, and was ended
    kLost,        // it ended, and somebody else got its status: SIGCHLD is ignored, another waited
    kUnkillable,  // at its time limit, and it did not even end by SIGKILL
  };
  End end = End::kNotStarted;
  int number = 0;  // exit status, signal or error number
  std::string output;
  std::string error;
};

// Runs a program with nothing on standard input and reads what it writes; `words` are its own name
// and its arguments. Starts no thread, changes
// no signal's handling, and forks nothing of this process. The program gets the default handling of
// every signal, no blocked one, and no descriptor but its three. It stays in this process group: an
// interrupt from the terminal reaches it too.
[[nodiscard]] CapturedRun RunAndCapture(const std::filesystem::path& program,
                                        std::vector<std::string> words, const RunLimits& limits);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_GTEST_CAPTURED_RUN_H_
