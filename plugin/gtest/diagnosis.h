#ifndef KERNODECK_PLUGIN_GTEST_DIAGNOSIS_H_
#define KERNODECK_PLUGIN_GTEST_DIAGNOSIS_H_

#include <optional>
#include <string>

#include "plugin/core/test_result.h"
#include "plugin/report/diagnostic_report.h"

namespace kernodeck {

enum class CheckTarget { kGpu, kCpu };

// A verdict and what came with it.
struct DiagnosisResult {
  Verdict verdict;
  std::optional<DiagnosticReport> report;  // nothing where there was none to read
  std::optional<TestId> charged_to;        // whom a failure was charged to in another process
  std::string said;                        // for the terminal only: may hold paths
};

// Where verdicts on this machine come from: the command, or the `kernodeck run` above this process.
// Not thread-safe.
class Diagnosis {
 public:
  virtual ~Diagnosis() = default;

  // For the first requirement; `asking` is the test that fails with it, empty outside of tests and
  // where somebody only asks.
  [[nodiscard]] virtual DiagnosisResult Ask(CheckTarget target, const TestId& asking) = 0;

  // A new check, after a GPU test has failed. Nothing where somebody else makes it.
  [[nodiscard]] virtual std::optional<DiagnosisResult> AskAgain() = 0;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_GTEST_DIAGNOSIS_H_
