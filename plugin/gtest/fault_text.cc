#include "plugin/gtest/fault_text.h"

#include <algorithm>
#include <optional>

#include "plugin/core/cuda_errors.h"

namespace kernodeck {
namespace {

std::string Placed(Stage stage, std::optional<Cause> cause, Owner owner) {
  std::string text = "stage " + std::string(Name(stage));
  if (cause) text.append(", cause ").append(Info(*cause).id);
  return text.append(", owner ").append(Name(owner));
}

std::string Headline(const Verdict& verdict) {
  return std::string(Info(verdict.code).name) + ": " + verdict.message;
}

}  // namespace

std::string FailedDiagnosis(const Verdict& verdict, std::string_view skip_command) {
  std::string text = Headline(verdict) + "\n";
  text += Placed(verdict.stage, verdict.cause, verdict.owner) + "\n";
  text += "next step: " + verdict.next_step;
  if (!skip_command.empty()) {
    text.append("\non a machine that is to have no GPU, skip these tests:\n").append(skip_command);
  }
  return OneBlock(text);
}

std::string SkippedDiagnosis(const Verdict& verdict) {
  return OneBlock(Headline(verdict) +
                  "\nskipped because the policy is skip; next step: " + verdict.next_step);
}

std::string NotRun(const FailureCharge& charge, const TestId& first) {
  return OneBlock("not run: " + std::string(Info(charge.code).name) + ", see " + FullName(first));
}

std::string DeviceError(const FailureCharge& charge, int number, int device,
                        std::string_view when) {
  std::string text(Info(charge.code).name);
  text.append(": device ").append(std::to_string(device)).append(" gave error ");
  text += std::to_string(number);
  if (const CudaError* const error = FindCudaError(number)) {
    text.append(" (").append(error->name).append(": ").append(error->meaning).append(")");
  }
  text.append(" ").append(when).append(".\n");
  return OneBlock(text + Placed(charge.stage, charge.cause, charge.owner));
}

std::string OneBlock(std::string_view text) {
  std::string block;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
    if (line.empty()) continue;
    if (!block.empty()) block += '\n';
    if (line.front() == '[') block += ' ';
    block += line;
  }
  return block;
}

std::string FirstLine(std::string_view text) {
  return std::string(text.substr(0, text.find('\n')));
}

}  // namespace kernodeck
