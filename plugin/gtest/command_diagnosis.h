#ifndef KERNODECK_PLUGIN_GTEST_COMMAND_DIAGNOSIS_H_
#define KERNODECK_PLUGIN_GTEST_COMMAND_DIAGNOSIS_H_

#include <functional>

#include "plugin/gtest/check_command.h"
#include "plugin/gtest/diagnosis.h"
#include "plugin/gtest/settings.h"

namespace kernodeck {

// Verdicts from the command `kernodeck`, which this process starts.
class CommandDiagnosis : public Diagnosis {
 public:
  // RunCheckCommand with its places, or a stand-in.
  using Runner = std::function<CheckOutcome(const CheckRequest&)>;

  CommandDiagnosis(const Settings& settings, int caller, Runner runner);

  [[nodiscard]] DiagnosisResult Ask(CheckTarget target, const TestId& asking) override;
  [[nodiscard]] std::optional<DiagnosisResult> AskAgain() override;

 private:
  CheckRequest request_;
  Runner runner_;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_GTEST_COMMAND_DIAGNOSIS_H_
