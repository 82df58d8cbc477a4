#include "plugin/cli/explanation.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "plugin/core/code_of_number.h"
#include "plugin/core/nearest.h"
#include "plugin/core/number_text.h"
#include "plugin/diagnosis/failure_verdict.h"
#include "plugin/report/plain_text.h"

namespace kernodeck {
namespace {

constexpr std::size_t kColumns = 100;
constexpr std::size_t kLabelColumns = 15;

// A label and its text, wrapped beside it.
std::string Row(std::size_t indent, std::string_view label, std::string_view text) {
  const std::size_t left = indent + kLabelColumns;
  std::string block = std::string(indent, ' ') + std::string(label);
  block.resize(left, ' ');
  bool first = true;
  for (const std::string& line : Wrap(text, kColumns - left)) {
    if (!first) block.append(left, ' ');
    block.append(line).append("\n");
    first = false;
  }
  return block;
}

std::string Sentence(std::string_view sentence) {
  constexpr std::string_view kPlaceholder = "{detail}";
  std::string text(sentence);
  const std::size_t place = text.find(kPlaceholder);
  if (place != std::string::npos) text.replace(place, kPlaceholder.size(), "<what was found>");
  return text;
}

std::string_view OwnerWord(Owner owner) {
  return owner == Owner::kNone ? "none, nothing failed" : Name(owner);
}

std::string_view Phrase(Certainty certainty) {
  switch (certainty) {
    case Certainty::kFault:
      return "something is bad";
    case Certainty::kCouldNotCheck:
      return "it could not be checked; nothing is known to be bad";
  }
  return "";
}

std::string CauseRows(const CauseInfo& row, std::size_t indent) {
  return Row(indent, "meaning", Sentence(row.sentence)) +
         Row(indent, "owner", OwnerWord(row.owner)) +
         Row(indent, "says that", Phrase(row.certainty)) +
         Row(indent, "recognized by", row.recognized_by) + Row(indent, "next step", row.next_step);
}

std::vector<const CauseInfo*> CausesOf(Code code) {
  std::vector<const CauseInfo*> rows;
  for (const CauseInfo& row : AllCauses()) {
    if (row.code == code) rows.push_back(&row);
  }
  return rows;
}

std::vector<const CauseInfo*> CausesOfNumber(int number) {
  std::vector<const CauseInfo*> rows;
  for (const CauseInfo& row : AllCauses()) {
    if (CauseOfNumber(row.code, number) == row.cause) rows.push_back(&row);
  }
  return rows;
}

// The code follows the call that gave the number, as the judge decides it.
std::string CodeRow(std::string_view label, int number, Stage stage) {
  const CodeInfo& code = Info(CodeOfNumber(number, stage));
  const std::optional<Cause> cause = CauseOfNumber(code.code, number);
  const std::string place = cause ? std::string(Info(*cause).id) : "no cause by the number alone";
  return Row(
      2, label,
      std::string(code.name) + ", exit status " + std::to_string(code.exit_status) + "; " + place);
}

}  // namespace

std::string ExplainCode(Code code) {
  const CodeInfo& row = Info(code);
  const std::vector<const CauseInfo*> causes = CausesOf(code);
  std::string owner(OwnerWord(row.owner));
  if (!causes.empty()) owner += " where no cause is known, else the cause's";
  std::string text = std::string(row.name) + "\n" + Row(2, "meaning", row.sentence) +
                     Row(2, "exit status", std::to_string(row.exit_status)) +
                     Row(2, "owner", owner) + Row(2, "next step", row.next_step);
  if (!causes.empty()) text += "\nCauses\n";
  for (const CauseInfo* cause : causes) {
    text.append("  ").append(cause->id).append("\n").append(CauseRows(*cause, 4));
  }
  return text;
}

std::string ExplainCause(Cause cause) {
  const CauseInfo& row = Info(cause);
  const CodeInfo& code = Info(row.code);
  return std::string(row.id) + "\n" +
         Row(2, "code",
             std::string(code.name) + ", exit status " + std::to_string(code.exit_status)) +
         CauseRows(row, 2);
}

std::string ExplainCudaError(const CudaError& error) {
  std::string text = "CUDA's error number " + std::to_string(error.number) + ", " +
                     std::string(error.name) + "\n" + Row(2, "meaning", error.meaning);
  if (error.number == 0) return text + Row(2, "code", "none, nothing failed");
  text += CodeRow("init or count", error.number, Stage::kDevice);
  text += CodeRow("a later call", error.number, Stage::kAllocation);
  for (const CauseInfo* cause : CausesOfNumber(error.number))
    text.append("\n").append(ExplainCause(cause->cause));
  return text;
}

std::string ExplainAll() {
  std::string text;
  for (const CodeInfo& row : AllCodes()) {
    text.append(row.name).append(" (exit status ").append(std::to_string(row.exit_status));
    text.append(")\n").append(Row(2, "", row.sentence).substr(kLabelColumns));
    for (const CauseInfo* cause : CausesOf(row.code)) {
      text.append("    ").append(cause->id).append("\n");
    }
  }
  return text + "\nType `kernodeck explain NAME` for one of them, with what to do next.\n";
}

std::optional<std::string> Explain(std::string_view name) {
  const std::string wanted = Lower(name);
  for (const CodeInfo& row : AllCodes()) {
    if (Lower(row.name) == wanted) return ExplainCode(row.code);
  }
  if (const std::optional<Cause> cause = FindCause(wanted)) return ExplainCause(*cause);
  const std::optional<int> number = ParseWholeNumber(name, 0, std::numeric_limits<int>::max());
  const CudaError* error = number ? FindCudaError(*number) : nullptr;
  for (const CudaError& row : AllCudaErrors()) {
    if (Lower(row.name) == wanted) error = &row;
  }
  if (error == nullptr) return std::nullopt;
  return ExplainCudaError(*error);
}

std::vector<std::string_view> ExplainableNames() {
  std::vector<std::string_view> names;
  for (const CodeInfo& row : AllCodes()) names.push_back(row.name);
  for (const CauseInfo& row : AllCauses()) names.push_back(row.id);
  return names;
}

}  // namespace kernodeck
