#include "plugin/core/test_result.h"

namespace kernodeck {

std::string_view Name(TestStatus status) {
  switch (status) {
    case TestStatus::kPassed:
      return "passed";
    case TestStatus::kFailed:
      return "failed";
    case TestStatus::kSkipped:
      return "skipped";
    case TestStatus::kNotRun:
      return "not_run";
  }
  return "";
}

std::string FullName(const TestId& id) { return id.suite + "." + id.name; }

std::string CutNote(std::size_t bytes) {
  return "\n(cut here: the text has " + std::to_string(bytes) + " bytes)";
}

}  // namespace kernodeck
