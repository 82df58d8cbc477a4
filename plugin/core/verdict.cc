#include "kernodeck/verdict.h"

namespace kernodeck {
namespace {

constexpr std::string_view kPlaceholder = "{detail}";

// Puts `detail` at the placeholder, or in parentheses before the full stop of a sentence that has
// none.
std::string FillIn(std::string_view sentence, std::string_view detail) {
  std::string text(sentence);
  const std::size_t place = text.find(kPlaceholder);
  if (place != std::string::npos) {
    return text.replace(place, kPlaceholder.size(), detail.empty() ? "not known" : detail);
  }
  if (!detail.empty()) text.insert(text.size() - 1, " (" + std::string(detail) + ")");
  return text;
}

}  // namespace

Verdict MakeVerdict(Code code, std::optional<Cause> cause, Stage stage, std::string_view detail) {
  Verdict verdict;
  verdict.code = code;
  verdict.cause = cause;
  verdict.stage = stage;
  if (cause) {
    const CauseInfo& row = Info(*cause);
    verdict.owner = row.owner;
    verdict.message = FillIn(row.sentence, detail);
    verdict.next_step = row.next_step;
  } else {
    const CodeInfo& row = Info(code);
    verdict.owner = row.owner;
    verdict.message = FillIn(row.sentence, detail);
    verdict.next_step = row.next_step;
  }
  return verdict;
}

int ExitStatus(const Verdict& verdict) { return Info(verdict.code).exit_status; }

}  // namespace kernodeck
