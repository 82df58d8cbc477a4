#ifndef KERNODECK_PLUGIN_CORE_TEST_EVENT_H_
#define KERNODECK_PLUGIN_CORE_TEST_EVENT_H_

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <variant>

#include "plugin/core/event.h"
#include "plugin/core/test_result.h"

namespace kernodeck {

// The channel between a test process that has the plugin and `kernodeck run`: a socket pair, whose
// number stands in this variable as FD:PID, PID being the process that is to be the parent.
//
// From the test process: `hello` where its listener is told of all tests, then for each test
// `test_start` and `test_end`; `want_verdict` when a test states its first requirement; `leaving`
// before it ends because its device context is broken, the tests that are left belonging to a fresh
// process; `problem` for each failure outside of all tests; `run_end`. To it, in answer to
// `want_verdict`: `verdict`. A value that is too long for its line goes before it in pieces, each
// an event `more`.
inline constexpr const char* kRunChannelVariable = "KERNODECK_RUN_CHANNEL";
inline constexpr std::size_t kMaxTextChunk = std::size_t{4} * 1024;

struct WantVerdict {
  TestId test;
};
struct Leaving {};
// A failure that is no test's, as one of a tear-down.
struct RunProblem {
  std::string text;
};
struct RunEnd {
  int exit_status = 0;
};
// The answer: the diagnosis as `kernodeck diagnose --format json` prints it, and whom a failing one
// was charged to already; to the test that asks where nobody is named.
struct HandedVerdict {
  std::string report;
  std::optional<TestId> charged_to;
};
struct Hello {};

using TestMessage = std::variant<Hello, TestStart, TestResult, WantVerdict, Leaving, RunProblem,
                                 RunEnd, HandedVerdict>;

// The lines of a message, each with its newline.
[[nodiscard]] std::string EncodeTestMessage(const TestMessage& message);

// Turns the events of a channel back into messages. Not thread-safe.
class TestMessageReader {
 public:
  // Takes one event; gives the message that it completes, if any. Returns false once the stream
  // makes no sense: an unknown event, a field that is missing, unknown or no number, too much text.
  [[nodiscard]] bool Take(const Event& event, std::optional<TestMessage>& message);

 private:
  [[nodiscard]] bool TakePiece(const Event& event);

  std::map<std::string, std::string> pieces_;  // of the message to come, by field
  std::size_t bytes_ = 0;
  bool failed_ = false;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CORE_TEST_EVENT_H_
