#include "plugin/gtest/test_outcome.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "plugin/gtest/failure_mapping.h"
#include "plugin/gtest/fault_text.h"

namespace kernodeck {
namespace {

constexpr std::size_t kMaxMessage = 300;

TestStatus StatusOf(const TestRecord& record, const TestFacts& facts) {
  if (record.failed) return TestStatus::kFailed;
  if (!record.skipped) return TestStatus::kPassed;
  return facts.answer.outcome == Answer::Outcome::kNotRun ? TestStatus::kNotRun
                                                          : TestStatus::kSkipped;
}

std::optional<FailureCharge> ChargeFor(const TestRecord& record, const TestFacts& facts) {
  if (record.skipped) return facts.answer.charge;
  if (!record.failed) return std::nullopt;
  if (facts.answer.outcome == Answer::Outcome::kFailed) return facts.answer.charge;
  FailureEvidence evidence;
  evidence.gpu_test = facts.gpu;
  evidence.device_error = facts.device_error;
  evidence.exception = record.exception;
  evidence.free_bytes = record.free_bytes;
  return ChargeOf(evidence);
}

// The first part that counts: the first failure of a failed test.
const RecordedPart* Deciding(const TestRecord& record) {
  const auto found =
      std::find_if(record.parts.begin(), record.parts.end(),
                   [&](const RecordedPart& part) { return part.failed == record.failed; });
  return found == record.parts.end() ? nullptr : &*found;
}

// One line of bounded length that ends between two characters.
std::string OneLine(std::string_view text) {
  std::string line;
  for (const char letter : OneBlock(text)) {
    const bool space = letter == '\n' || letter == ' ' || letter == '\t';
    if (space && !line.empty() && line.back() == ' ') continue;
    line += space ? ' ' : letter;
  }
  if (line.size() <= kMaxMessage) return line;
  std::size_t end = kMaxMessage;
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0U) == 0x80U) --end;
  return line.substr(0, end) + "...";
}

std::string WithCode(const std::optional<FailureCharge>& charge, std::string text) {
  if (!charge) return text;
  const std::string begin = std::string(Info(charge->code).name) + ":";
  if (text.compare(0, begin.size(), begin) == 0) return text;
  return begin + (text.empty() ? "" : " ") + text;
}

// Our own texts have their first line made for this; of GoogleTest's the first line alone says
// little ("Expected equality of these values:").
std::string MessageOf(const RecordedPart& part, const std::optional<FailureCharge>& charge) {
  const bool ours = charge && part.message.compare(0, Info(charge->code).name.size(),
                                                   std::string(Info(charge->code).name)) == 0;
  return WithCode(charge, OneLine(ours ? FirstLine(part.message) : part.message));
}

std::string TextOf(const TestRecord& record, const std::string& message) {
  std::string text = message;
  for (const RecordedPart& part : record.parts) {
    if (part.message.empty()) continue;
    text += "\n" + part.file + ":" + std::to_string(part.line) +
            (part.failed ? ": Failure\n" : ": Skipped\n") + part.message;
  }
  return OneBlock(text);
}

}  // namespace

TestResult ResultOf(TestRecord record, const TestFacts& facts) {
  TestResult result;
  result.status = StatusOf(record, facts);
  result.gpu = facts.gpu;
  result.sticky = facts.sticky;
  result.seconds = record.seconds;
  result.charge = ChargeFor(record, facts);
  if (record.failed || record.skipped) {
    const RecordedPart* const part = Deciding(record);
    result.message =
        part != nullptr ? MessageOf(*part, result.charge) : WithCode(result.charge, "");
    result.text = TextOf(record, result.message);
  }
  result.start = std::move(record.start);
  result.properties = std::move(record.properties);
  return result;
}

}  // namespace kernodeck
