#include "plugin/report/json_test_record.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>

#include "plugin/core/after_check.h"
#include "plugin/report/charged_text.h"
#include "plugin/report/json_values.h"
#include "plugin/report/plain_text.h"
#include "plugin/report/utc_time.h"

namespace kernodeck {
namespace {

constexpr std::string_view kMark = "\xE2\x80\xA6";  // an ellipsis
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
constexpr std::size_t kUsualRecord = 640;
constexpr std::size_t kMaxName = 320;
constexpr std::size_t kMaxFile = 160;
constexpr std::size_t kMaxMessage = 400;
constexpr std::size_t kMaxProperties = 600;

// Why records are not made by the JSON library: it takes dozens of allocations for each, and a
// record has to be cut by the length that it has when it is written.
class Record {
 public:
  Record& Text(std::string_view key, std::string_view text, std::size_t max_bytes) {
    Key(key);
    AppendJsonText(text, max_bytes, kMark, json_);
    return *this;
  }

  // One of our own words, or null for an empty one.
  Record& Word(std::string_view key, std::string_view word) {
    return word.empty() ? Raw(key, "null") : Text(key, word, word.size());
  }

  Record& Number(std::string_view key, const std::optional<int>& number) {
    return Raw(key, number ? std::to_string(*number) : "null");
  }

  Record& Flag(std::string_view key, bool set) { return Raw(key, set ? "true" : "false"); }

  Record& Raw(std::string_view key, std::string_view json) {
    Key(key);
    json_.append(json);
    return *this;
  }

  [[nodiscard]] std::size_t size() const { return json_.size(); }
  [[nodiscard]] std::string& json() { return json_; }

 private:
  void Key(std::string_view key) {
    if (json_.empty()) json_.reserve(kUsualRecord);
    json_.append(json_.empty() ? "{\"" : ",\"", 2).append(key).append("\":", 2);
  }

  std::string json_;
};

std::string Seconds(std::chrono::duration<double> time) {
  const double seconds = time.count();
  std::array<char, 40> text{};
  const double bounded = std::isfinite(seconds) ? std::clamp(seconds, 0.0, 1e12) : 0.0;
  const auto [end, error] =
      std::to_chars(text.data(), text.data() + text.size(), bounded, std::chars_format::fixed, 6);
  return {text.data(), end};
}

void AppendStart(const TestStart& test, Record& record) {
  record.Text("suite", test.id.suite, kMaxName)
      .Text("name", test.id.name, kMaxName)
      .Text("file", test.file, kMaxFile)
      .Number("line", test.line > 0 ? std::optional(test.line) : std::nullopt)
      .Number("repeat", test.repeat)
      .Word("started_at", UtcTimeInMilliseconds(test.at));
}

void AppendCharge(const std::optional<FailureCharge>& charge, Record& record) {
  record.Word("code", charge ? Info(charge->code).name : "")
      .Number("exit_code", charge ? std::optional(Info(charge->code).exit_status) : std::nullopt)
      .Word("cause", charge && charge->cause ? Info(*charge->cause).id : "")
      .Word("stage", charge ? Name(charge->stage) : "")
      .Word("owner", charge ? Name(charge->owner) : "");
}

// The properties that fit, the last of each name as GoogleTest has it.
void AppendProperties(const TestResult& result, Record& record) {
  const auto& all = result.properties;
  std::string json = "{";
  bool cut = false;
  for (auto each = all.begin(); each != all.end(); ++each) {
    const auto same_name = [&each](const auto& other) { return other.first == each->first; };
    if (std::any_of(each + 1, all.end(), same_name)) continue;
    std::string entry = json.size() > 1 ? "," : "";
    cut = AppendJsonText(each->first, kMaxName, kMark, entry) || cut;
    entry.push_back(':');
    cut = AppendJsonText(each->second, kMaxName, kMark, entry) || cut;
    if (json.size() + entry.size() > kMaxProperties) {
      cut = true;
      break;
    }
    json.append(entry);
  }
  record.Raw("properties", json + "}").Flag("properties_truncated", cut);
}

void AppendText(const TestResult& result, Record& record) {
  constexpr std::string_view kRest = R"(,"text":"","text_truncated":false})";
  if (result.text.empty()) {
    record.Raw("text", "null").Flag("text_truncated", false);
    return;
  }
  const std::size_t room = kMaxTestRecord - record.size() - kRest.size();
  std::string text;
  const bool cut = AppendJsonText(ChargedText(result), std::min(room, kMaxJsonText), kMark, text);
  record.Raw("text", text).Flag("text_truncated", cut);
}

std::string Finish(Record& record) { return record.json().append("}"); }

bool IsPlain(char letter) {
  return letter >= 0x20 && letter < 0x7F && letter != '"' && letter != '\\';
}

// The bytes that a character takes in a JSON string, escaped.
std::string_view Escaped(std::string_view character, std::array<char, 6>& room) {
  constexpr std::string_view kNamed = "\b\f\n\r\t\"\\";
  constexpr std::string_view kNames = "bfnrt\"\\";
  constexpr std::string_view kDigits = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(character.front());
  if (const std::size_t named = kNamed.find(character.front()); named != std::string_view::npos) {
    room = {'\\', kNames[named]};
    return {room.data(), 2};
  }
  if (byte >= 0x20) return character;
  room = {'\\', 'u', '0', '0', kDigits[byte >> 4U], kDigits[byte & 0xFU]};
  return {room.data(), room.size()};
}

}  // namespace

bool AppendJsonText(std::string_view text, std::size_t max_bytes, std::string_view mark,
                    std::string& json) {
  if (text.size() <= max_bytes && std::all_of(text.begin(), text.end(), IsPlain)) {
    json.append("\"").append(text).append("\"");
    return false;
  }
  json.push_back('"');
  const std::size_t begin = json.size();
  std::size_t end_with_mark = begin;  // how much may stay where the rest turns out to be cut
  bool cut = false;
  while (!text.empty() && !cut) {
    const std::optional<Character> character = FirstCharacter(text);
    const std::size_t bytes = character ? character->bytes : 1;
    std::array<char, 6> room{};
    const std::string_view escaped =
        character ? Escaped(text.substr(0, bytes), room) : kReplacement;
    cut = json.size() - begin + escaped.size() > max_bytes;
    if (cut) break;
    json.append(escaped);
    text.remove_prefix(bytes);
    if (json.size() - begin + mark.size() <= max_bytes) end_with_mark = json.size();
  }
  if (cut) json.resize(end_with_mark);
  if (cut) json.append(mark);
  json.push_back('"');
  return cut;
}

std::string RunningTestRecord(const TestStart& test) {
  TestResult result;
  result.start = test;
  Record record;
  AppendStart(test, record);
  record.Raw("seconds", "null").Raw("result", "\"running\"").Raw("gpu", "null");
  AppendCharge(std::nullopt, record);
  record.Raw("message", "null").Raw("exit_status", "null").Raw("signal", "null");
  AppendProperties(result, record);
  record.Raw("text", "null").Flag("text_truncated", false);
  return Finish(record);
}

std::string FinishedTestRecord(const TestResult& result) {
  Record record;
  AppendStart(result.start, record);
  record.Raw("seconds", Seconds(result.seconds))
      .Word("result", Name(result.status))
      .Flag("gpu", result.gpu);
  AppendCharge(ChargeOf(result), record);
  const std::string message = ChargedMessage(result);
  if (message.empty()) {
    record.Raw("message", "null");
  } else {
    record.Text("message", message, kMaxMessage);
  }
  record.Number("exit_status", result.exit_status).Number("signal", result.signal);
  AppendProperties(result, record);
  AppendText(result, record);
  return Finish(record);
}

std::string JsonTestsHead(const TestRunInfo& run) {
  Json json;
  json["name"] = Value(run.name);
  json["shard_index"] = run.shard_index;
  json["shard_count"] = run.shard_count;
  json["repeats"] = run.repeats;
  json["seed"] = OrNull(run.seed);
  json["started_at"] = Value(UtcTimeInMilliseconds(run.at));
  return std::string(R"({"schema": ")").append(kTestsSchema) + R"(", "run": )" + json.dump() +
         R"(, "tests": [)";
}

std::string JsonTestsEnd(const TestRunSummary& summary) {
  const auto verdict = [](const std::optional<Verdict>& given) {
    Json json;
    if (given) AddVerdict(*given, json);
    return json;
  };
  Json json;
  json["passed"] = summary.passed;
  json["failed"] = summary.failed;
  json["skipped"] = summary.skipped;
  json["not_run"] = summary.not_run;
  json["gpu_ran"] = summary.gpu_ran;
  json["exit_status"] = summary.exit_status;
  json["problems"] = Json::array();
  for (const std::string& problem : summary.problems) json["problems"].push_back(Value(problem));
  json["readiness"] = verdict(summary.readiness);
  json["after_check"] = verdict(summary.after_check);
  json["after_check_owner"] = nullptr;
  if (summary.after_check) {
    json["after_check_owner"] = Value(Name(OwnerAfterCheck(*summary.after_check)));
  }
  json["total_seconds"] = Value(summary.total);
  return "\n], \"summary\": " + json.dump() + "}\n";
}

}  // namespace kernodeck
