#include "plugin/report/charged_text.h"

#include "plugin/report/plain_text.h"

namespace kernodeck {
namespace {

std::string_view FirstLine(std::string_view text) { return text.substr(0, text.find('\n')); }

// A failure begins with its code; what was skipped or not run may name it where it reads well.
bool NamesCode(std::string_view text, const TestResult& result) {
  const std::optional<FailureCharge> charge = ChargeOf(result);
  if (!charge) return true;
  const std::string_view code = Info(charge->code).name;
  return result.status == TestStatus::kFailed
             ? text.starts_with(code)
             : FirstLine(text).find(code) != std::string_view::npos;
}

}  // namespace

std::optional<FailureCharge> ChargeOf(const TestResult& result) {
  if (result.charge || result.status != TestStatus::kFailed) return result.charge;
  return FailureCharge{};
}

std::string ChargedMessage(const TestResult& result) {
  std::string message = OneLine(result.message.empty() ? FirstLine(result.text) : result.message);
  if (NamesCode(message, result)) return message;
  const std::string_view code = Info(ChargeOf(result)->code).name;
  return std::string(code).append(message.empty() ? "" : ": ").append(message);
}

std::string ChargedText(const TestResult& result) {
  if (result.text.empty()) return ChargedMessage(result);
  std::string text;
  if (!NamesCode(result.text, result)) text = ChargedMessage(result).append("\n");
  if (result.text.size() <= kMaxTestText) return text.append(result.text);
  return text.append(result.text, 0, kMaxTestText).append(CutNote(result.text.size()));
}

}  // namespace kernodeck
