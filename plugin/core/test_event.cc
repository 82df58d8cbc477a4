#include "plugin/core/test_event.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "plugin/core/to_number.h"

namespace kernodeck {
namespace {

// A line has room for all fields of this length, escaped.
constexpr std::size_t kMaxFieldInLine = 512;
// All that a message may hold: a text, properties and names.
constexpr std::size_t kMaxMessageBytes = std::size_t{4} << 20U;
constexpr std::string_view kVersion = "1";
constexpr std::array kStatuses = {TestStatus::kPassed, TestStatus::kFailed, TestStatus::kSkipped,
                                  TestStatus::kNotRun};
constexpr std::array kOwners = {Owner::kMachine, Owner::kSetup, Owner::kRequest, Owner::kCode,
                                Owner::kUnknown};

template <typename Number>
std::string NumberText(Number number) {
  std::array<char, 40> text{};
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), number);
  return {text.data(), error == std::errc() ? end : text.data()};
}

// Gathers the fields of one message and gives its lines.
class Writer {
 public:
  explicit Writer(std::string name) { event_.name = std::move(name); }

  Writer& Text(std::string_view key, std::string_view value) {
    if (value.size() <= kMaxFieldInLine) {
      event_.fields.emplace_back(key, value);
      return *this;
    }
    for (; !value.empty(); value.remove_prefix(std::min(value.size(), kMaxTextChunk))) {
      lines_ += EncodeEvent(
          {"more",
           {{"field", std::string(key)}, {"text", std::string(value.substr(0, kMaxTextChunk))}}});
    }
    return *this;
  }

  template <typename Number>
  Writer& Value(std::string_view key, Number number) {
    return Text(key, NumberText(number));
  }

  Writer& Value(std::string_view key, const std::optional<int>& number) {
    return number ? Value(key, *number) : *this;
  }

  Writer& Flag(std::string_view key, bool set) { return Text(key, set ? "1" : "0"); }

  Writer& Test(const TestId& test) { return Text("suite", test.suite).Text("name", test.name); }

  [[nodiscard]] std::string Lines() const { return lines_ + EncodeEvent(event_); }

 private:
  Event event_;
  std::string lines_;
};

std::string Bounded(const std::string& text) {
  if (text.size() <= kMaxTestText) return text;
  return text.substr(0, kMaxTestText) + CutNote(text.size());
}

// Each text as LENGTH:TEXT, so that it may hold any byte.
std::string Packed(const std::vector<std::pair<std::string, std::string>>& properties) {
  std::string packed;
  for (const auto& [name, value] : properties) {
    const std::size_t bytes = packed.size() + name.size() + value.size();
    if (bytes > kMaxTestText) break;
    for (const std::string* text : {&name, &value})
      packed.append(NumberText(text->size())).append(":").append(*text);
  }
  return packed;
}

std::optional<std::string> TakePacked(std::string_view& packed) {
  const std::size_t colon = packed.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const std::optional<std::size_t> size = ToNumber<std::size_t>(packed.substr(0, colon));
  packed.remove_prefix(colon + 1);
  if (!size || *size > packed.size()) return std::nullopt;
  std::string text(packed.substr(0, *size));
  packed.remove_prefix(*size);
  return text;
}

template <typename Word, std::size_t kSize>
std::optional<Word> Find(const std::array<Word, kSize>& words, std::string_view name) {
  for (const Word word : words) {
    if (Name(word) == name) return word;
  }
  return std::nullopt;
}

// Hands out the fields of one message, and remembers whether one was missing or made no sense.
class Fields {
 public:
  Fields(const Event& event, std::map<std::string, std::string>& pieces)
      : event_(event), pieces_(pieces) {}

  std::optional<std::string> Maybe(const std::string& key) {
    if (const auto piece = pieces_.find(key); piece != pieces_.end()) {
      std::string value = std::move(piece->second);
      pieces_.erase(piece);
      ok_ = ok_ && !event_.Find(key);
      return value;
    }
    const std::optional<std::string_view> value = event_.Find(key);
    if (!value) return std::nullopt;
    ++used_;
    return std::string(*value);
  }

  std::string Text(const std::string& key) { return Required(Maybe(key)); }

  template <typename Number>
  std::optional<Number> MaybeNumber(const std::string& key) {
    const std::optional<std::string> text = Maybe(key);
    if (!text) return std::nullopt;
    const std::optional<Number> number = ToNumber<Number>(*text);
    Expect(number.has_value());
    return number;
  }

  template <typename Number>
  Number Value(const std::string& key) {
    return Required(MaybeNumber<Number>(key));
  }

  bool Flag(const std::string& key) {
    const std::string text = Text(key);
    ok_ = ok_ && (text == "0" || text == "1");
    return text == "1";
  }

  // The value, or an empty one and a message that is to be refused.
  template <typename T>
  T Required(std::optional<T> value) {
    ok_ = ok_ && value.has_value();
    return value ? *std::move(value) : T{};
  }

  void Expect(bool condition) { ok_ = ok_ && condition; }

  // Whether every field was there, made sense, and none was too many.
  [[nodiscard]] bool Complete() const {
    return ok_ && used_ == event_.fields.size() && pieces_.empty();
  }

 private:
  const Event& event_;
  std::map<std::string, std::string>& pieces_;
  std::size_t used_ = 0;
  bool ok_ = true;
};

void Put(const TestStart& start, Writer& writer) {
  using std::chrono::nanoseconds;
  const auto at = std::chrono::duration_cast<nanoseconds>(start.at.time_since_epoch());
  writer.Test(start.id)
      .Text("file", start.file)
      .Value("line", start.line)
      .Value("repeat", start.repeat)
      .Value("at", std::int64_t{at.count()});
}

TestId TakeTest(Fields& fields) { return {fields.Text("suite"), fields.Text("name")}; }

TestStart TakeStart(Fields& fields) {
  using std::chrono::system_clock;
  TestStart start;
  start.id = TakeTest(fields);
  start.file = fields.Text("file");
  start.line = fields.Value<int>("line");
  start.repeat = fields.Value<int>("repeat");
  start.at = system_clock::time_point(std::chrono::duration_cast<system_clock::duration>(
      std::chrono::nanoseconds(fields.Value<std::int64_t>("at"))));
  return start;
}

void Put(const FailureCharge& charge, Writer& writer) {
  writer.Text("code", Info(charge.code).name)
      .Text("stage", Name(charge.stage))
      .Text("owner", Name(charge.owner));
  if (charge.cause) writer.Text("cause", Info(*charge.cause).id);
}

std::optional<FailureCharge> TakeCharge(Fields& fields) {
  const std::optional<std::string> code = fields.Maybe("code");
  if (!code) return std::nullopt;
  FailureCharge charge;
  charge.code = fields.Required(FindCode(*code));
  charge.stage = fields.Required(FindStage(fields.Text("stage")));
  charge.owner = fields.Required(Find(kOwners, fields.Text("owner")));
  if (const std::optional<std::string> cause = fields.Maybe("cause"))
    charge.cause = fields.Required(FindCause(*cause));
  return charge;
}

void Put(const TestResult& result, Writer& writer) {
  const double seconds = result.seconds.count();
  Put(result.start, writer);
  writer.Value("seconds", std::isfinite(seconds) && seconds > 0 ? seconds : 0.0)
      .Text("status", Name(result.status))
      .Flag("gpu", result.gpu)
      .Flag("sticky", result.sticky)
      .Text("message", result.message)
      .Text("text", Bounded(result.text))
      .Text("properties", Packed(result.properties))
      .Value("exit_status", result.exit_status)
      .Value("signal", result.signal);
  if (result.charge) Put(*result.charge, writer);
}

TestResult TakeResult(Fields& fields) {
  TestResult result;
  result.start = TakeStart(fields);
  const auto seconds = fields.Value<double>("seconds");
  fields.Expect(std::isfinite(seconds) && seconds >= 0);
  result.seconds = std::chrono::duration<double>(seconds);
  result.status = fields.Required(Find(kStatuses, fields.Text("status")));
  result.gpu = fields.Flag("gpu");
  result.sticky = fields.Flag("sticky");
  result.message = fields.Text("message");
  result.text = fields.Text("text");
  const std::string packed = fields.Text("properties");
  for (std::string_view rest = packed; !rest.empty();) {
    std::optional<std::string> name = TakePacked(rest);
    std::optional<std::string> value = TakePacked(rest);
    fields.Expect(name && value);
    if (!name || !value) break;
    result.properties.emplace_back(*std::move(name), *std::move(value));
  }
  result.exit_status = fields.MaybeNumber<int>("exit_status");
  result.signal = fields.MaybeNumber<int>("signal");
  result.charge = TakeCharge(fields);
  fields.Expect(result.charge || result.status != TestStatus::kFailed);
  return result;
}

HandedVerdict TakeVerdict(Fields& fields) {
  HandedVerdict verdict;
  verdict.report = fields.Text("report");
  if (std::optional<std::string> suite = fields.Maybe("suite"))
    verdict.charged_to = TestId{*std::move(suite), fields.Text("name")};
  return verdict;
}

std::optional<TestMessage> TakeMessage(const std::string& name, Fields& fields) {
  if (name == "hello") {
    fields.Expect(fields.Text("version") == kVersion);
    return Hello{};
  }
  if (name == "test_start") return TakeStart(fields);
  if (name == "test_end") return TakeResult(fields);
  if (name == "want_verdict") return WantVerdict{TakeTest(fields)};
  if (name == "leaving") return Leaving{};
  if (name == "problem") return RunProblem{fields.Text("text")};
  if (name == "run_end") return RunEnd{fields.Value<int>("exit_status")};
  if (name == "verdict") return TakeVerdict(fields);
  return std::nullopt;
}

std::string Lines(const Hello& /*hello*/) {
  return Writer("hello").Text("version", kVersion).Lines();
}

std::string Lines(const TestStart& start) {
  Writer writer("test_start");
  Put(start, writer);
  return writer.Lines();
}

std::string Lines(const TestResult& result) {
  Writer writer("test_end");
  Put(result, writer);
  return writer.Lines();
}

std::string Lines(const WantVerdict& want) {
  return Writer("want_verdict").Test(want.test).Lines();
}

std::string Lines(const Leaving& /*leaving*/) { return Writer("leaving").Lines(); }

std::string Lines(const RunProblem& problem) {
  return Writer("problem").Text("text", Bounded(problem.text)).Lines();
}

std::string Lines(const RunEnd& end) {
  return Writer("run_end").Value("exit_status", end.exit_status).Lines();
}

std::string Lines(const HandedVerdict& verdict) {
  Writer writer("verdict");
  writer.Text("report", verdict.report);
  if (verdict.charged_to) writer.Test(*verdict.charged_to);
  return writer.Lines();
}

}  // namespace

std::string EncodeTestMessage(const TestMessage& message) {
  return std::visit([](const auto& each) { return Lines(each); }, message);
}

bool TestMessageReader::TakePiece(const Event& event) {
  const std::optional<std::string_view> field = event.Find("field");
  const std::optional<std::string_view> text = event.Find("text");
  if (!field || !text || event.fields.size() != 2) return false;
  bytes_ += text->size();
  if (bytes_ > kMaxMessageBytes || pieces_.size() > kMaxEventFields) return false;
  pieces_[std::string(*field)].append(*text);
  return true;
}

bool TestMessageReader::Take(const Event& event, std::optional<TestMessage>& message) {
  message.reset();
  if (failed_) return false;
  if (event.name == "more") {
    failed_ = !TakePiece(event);
    return !failed_;
  }
  Fields fields(event, pieces_);
  std::optional<TestMessage> taken = TakeMessage(event.name, fields);
  failed_ = !taken || !fields.Complete();
  if (failed_) return false;
  message = std::move(taken);
  bytes_ = 0;
  return true;
}

}  // namespace kernodeck
