#ifndef KERNODECK_PLUGIN_GTEST_CHANNEL_DIAGNOSIS_H_
#define KERNODECK_PLUGIN_GTEST_CHANNEL_DIAGNOSIS_H_

#include <chrono>
#include <memory>

#include "plugin/gtest/diagnosis.h"
#include "plugin/gtest/run_channel.h"

namespace kernodeck {

// Verdicts on the GPU from the `kernodeck run` above this process, which makes one for all the
// processes of a run; those on the CPU, which it does not make, from `own`.
class ChannelDiagnosis : public Diagnosis {
 public:
  // `channel` outlives it.
  ChannelDiagnosis(RunChannel& channel, std::chrono::milliseconds limit,
                   std::unique_ptr<Diagnosis> own);

  [[nodiscard]] DiagnosisResult Ask(CheckTarget target, const TestId& asking) override;
  // Nothing: `run` checks again itself, after the last of its processes.
  [[nodiscard]] std::optional<DiagnosisResult> AskAgain() override { return std::nullopt; }

 private:
  RunChannel* channel_;
  std::chrono::milliseconds limit_;
  std::unique_ptr<Diagnosis> own_;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_GTEST_CHANNEL_DIAGNOSIS_H_
