#include "plugin/run/plain_result.h"

#include <chrono>
#include <cstddef>

#include "plugin/run/result_text.h"

namespace kernodeck {
namespace {

// `file:12: Failure` or `unknown file: Failure`, as GoogleTest begins a failure.
bool IsFailureLine(std::string_view line) {
  constexpr std::string_view kEnd = ": Failure";
  if (line.size() < kEnd.size() || line.substr(line.size() - kEnd.size()) != kEnd) return false;
  line.remove_suffix(kEnd.size());
  if (line == "unknown file") return true;
  const std::size_t digits = line.find_last_not_of("0123456789");
  return digits != std::string_view::npos && digits > 0 && line[digits] == ':' &&
         digits + 1 < line.size();
}

bool HasFailure(std::string_view said) {
  while (!said.empty()) {
    const std::size_t end = said.find('\n');
    if (IsFailureLine(said.substr(0, end))) return true;
    said.remove_prefix(end == std::string_view::npos ? said.size() : end + 1);
  }
  return false;
}

void Fail(TestResult& result, Code code, std::string_view sentence, const std::string& said) {
  result.status = TestStatus::kFailed;
  result.charge.emplace().code = code;
  result.message = CodeMessage(code, sentence);
  result.text = FailureText(result.message, said);
}

int Badness(TestStatus status) {
  switch (status) {
    case TestStatus::kPassed:
      return 0;
    case TestStatus::kSkipped:
    case TestStatus::kNotRun:
      return 1;
    case TestStatus::kFailed:
      break;
  }
  return 2;
}

}  // namespace

TestStatus StatusOf(MarkerKind kind) {
  if (kind == MarkerKind::kPassed) return TestStatus::kPassed;
  return kind == MarkerKind::kSkipped ? TestStatus::kSkipped : TestStatus::kFailed;
}

bool IsWorse(TestStatus one, TestStatus other) { return Badness(one) > Badness(other); }

TestResult PlainResult(const TestStart& start, TestStatus status, const std::string& said,
                       const std::string& errors) {
  TestResult result;
  result.start = start;
  result.status = status;
  if (status == TestStatus::kPassed) return result;
  const std::string finding = FirstFinding(said);
  if (status == TestStatus::kFailed) {
    Fail(result, Code::kCheckFailed, finding.empty() ? "the test failed and said no more" : finding,
         said + errors);
    return result;
  }
  result.message = finding.empty() ? "skipped, without a reason" : finding;
  result.text = FailureText(result.message, said + errors);
  return result;
}

std::optional<TestResult> OutsideFailure(const ProcessState& state, const std::string& said) {
  if (!HasFailure(said)) return std::nullopt;
  TestResult result;
  const bool in_suite = !state.suite.empty();
  const bool at_end = in_suite ? state.suite_tested : state.any_result;
  result.start.id = {in_suite ? state.suite : "Environment", at_end ? "TearDown" : "SetUp"};
  if (in_suite) result.start.id.name += "TestSuite";
  result.start.repeat = state.repeat;
  result.start.at = std::chrono::system_clock::now();
  Fail(result, Code::kCheckFailed, FirstFinding(said), said);
  return result;
}

TestResult UnseenEnd(const TestStart& start, const std::string& said) {
  TestResult result;
  result.start = start;
  Fail(result, Code::kWorkerFailed,
       "the end of this test was not seen in the tests' output, so it is not known how it ended.",
       said);
  return result;
}

}  // namespace kernodeck
