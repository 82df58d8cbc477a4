#include "plugin/report/charged_text.h"

#include "plugin/report/plain_text.h"

namespace kernodeck {
namespace {

bool BeginsWithCode(std::string_view text, const std::optional<FailureCharge>& charge) {
  return !charge || text.starts_with(Info(charge->code).name);
}

std::string_view FirstLine(std::string_view text) { return text.substr(0, text.find('\n')); }

}  // namespace

std::optional<FailureCharge> ChargeOf(const TestResult& result) {
  if (result.charge || result.status != TestStatus::kFailed) return result.charge;
  return FailureCharge{};
}

std::string ChargedMessage(const TestResult& result) {
  const std::optional<FailureCharge> charge = ChargeOf(result);
  std::string message = OneLine(result.message.empty() ? FirstLine(result.text) : result.message);
  if (BeginsWithCode(message, charge)) return message;
  const std::string_view code = Info(charge->code).name;
  return std::string(code).append(message.empty() ? "" : ": ").append(message);
}

std::string ChargedText(const TestResult& result) {
  if (result.text.empty()) return ChargedMessage(result);
  std::string text;
  if (!BeginsWithCode(result.text, ChargeOf(result))) text = ChargedMessage(result) + "\n";
  if (result.text.size() <= kMaxTestText) return text + result.text;
  return text.append(result.text, 0, kMaxTestText) + CutNote(result.text.size());
}

}  // namespace kernodeck
