// Covers seam B of rule G9: every message between a test process and `kernodeck run` survives its
// way, whatever bytes it holds, and a stream that makes no sense is refused.
#include "plugin/core/test_event.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

namespace kernodeck {
namespace {

using std::chrono::nanoseconds;
using std::chrono::system_clock;

struct Read {
  bool valid = true;
  std::vector<TestMessage> messages;
};

Read ReadLines(const std::string& lines) {
  EventReader splitter(std::size_t{64} << 20U);
  std::vector<Event> events;
  Read read;
  read.valid = splitter.Feed(lines, events) && !splitter.HasPartialLine();
  TestMessageReader reader;
  for (const Event& event : events) {
    std::optional<TestMessage> message;
    read.valid = reader.Take(event, message) && read.valid;
    if (message) read.messages.push_back(*std::move(message));
  }
  return read;
}

// The one message that comes out when `message` goes in.
template <typename Message>
Message Through(const Message& message) {
  const Read read = ReadLines(EncodeTestMessage(message));
  EXPECT_TRUE(read.valid);
  EXPECT_EQ(read.messages.size(), 1U);
  if (read.messages.size() != 1) return {};
  const Message* got = std::get_if<Message>(&read.messages.front());
  EXPECT_NE(got, nullptr);
  return got == nullptr ? Message{} : *got;
}

TestStart SampleStart() {
  TestStart start;
  start.id = {"Suite/0", "Name/a\tb\n\xff%"};
  start.file = "tests/a file.cc";
  start.line = 42;
  start.repeat = 3;
  start.at = system_clock::time_point(
      std::chrono::duration_cast<system_clock::duration>(nanoseconds(1'767'323'045'123'456'789)));
  return start;
}

TestResult SampleResult() {
  TestResult result;
  result.start = SampleStart();
  result.seconds = std::chrono::duration<double>(0.1);
  result.status = TestStatus::kFailed;
  result.gpu = true;
  result.charge =
      FailureCharge{Code::kOutOfMemory, Cause::kDriverMissing, Stage::kAllocation, Owner::kMachine};
  result.message = "OUT_OF_MEMORY: no room";
  result.text = "OUT_OF_MEMORY: no room\nmore\n";
  result.exit_status = 9;
  result.signal = 11;
  result.sticky = true;
  result.properties = {{"key", "value"}, {"", ""}, {"a:b\n", std::string("\0\xff%", 3)}};
  return result;
}

void ExpectSame(const TestStart& got, const TestStart& want) {
  EXPECT_EQ(got.id, want.id);
  EXPECT_EQ(got.file, want.file);
  EXPECT_EQ(got.line, want.line);
  EXPECT_EQ(got.repeat, want.repeat);
  EXPECT_EQ(got.at, want.at);
}

auto Fields(const std::optional<FailureCharge>& charge) {
  const FailureCharge fields = charge.value_or(FailureCharge{});
  return std::tuple(charge.has_value(), fields.code, fields.cause, fields.stage, fields.owner);
}

auto Fields(const TestResult& result) {
  return std::tie(result.seconds, result.status, result.gpu, result.message, result.text,
                  result.exit_status, result.signal, result.sticky, result.properties);
}

void ExpectSame(const TestResult& got, const TestResult& want) {
  ExpectSame(got.start, want.start);
  EXPECT_TRUE(Fields(got) == Fields(want));
  EXPECT_TRUE(Fields(got.charge) == Fields(want.charge));
}

TEST(TestEventTest, AStartedTestSurvives) { ExpectSame(Through(SampleStart()), SampleStart()); }

TEST(TestEventTest, AResultSurvives) {
  ExpectSame(Through(SampleResult()), SampleResult());
  ExpectSame(Through(TestResult{}), TestResult{});
}

TEST(TestEventTest, EveryWordOfAResultSurvives) {
  TestResult result = SampleResult();
  for (const TestStatus status :
       {TestStatus::kPassed, TestStatus::kFailed, TestStatus::kSkipped, TestStatus::kNotRun}) {
    result.status = status;
    ExpectSame(Through(result), result);
  }
  for (const Owner owner :
       {Owner::kMachine, Owner::kSetup, Owner::kRequest, Owner::kCode, Owner::kUnknown}) {
    result.charge = FailureCharge{Code::kTimeout, std::nullopt, Stage::kImport, owner};
    ExpectSame(Through(result), result);
  }
}

TEST(TestEventTest, LongTextsGoInPieces) {
  TestResult result = SampleResult();
  result.start.id.name = std::string(2000, '\n');
  result.message = std::string(9000, '\x01');
  result.text = std::string(300'000, 'x') + std::string(300'000, '\0');
  for (int i = 0; i < 1000; ++i) result.properties.emplace_back("key" + std::to_string(i), "%\n");
  ExpectSame(Through(result), result);
}

TEST(TestEventTest, ATextHasABoundAndSaysSo) {
  TestResult result = SampleResult();
  result.text = std::string(kMaxTestText + 5, 'x');
  const std::string got = Through(result).text;
  EXPECT_EQ(got.substr(0, kMaxTestText), std::string(kMaxTestText, 'x'));
  EXPECT_EQ(got.substr(kMaxTestText), "\n(cut here: the text has 1048581 bytes)");
}

TEST(TestEventTest, TheShortMessagesSurvive) {
  Through(Hello{});
  Through(Leaving{});
  EXPECT_EQ(Through(RunProblem{"a tear-down failed"}).text, "a tear-down failed");
  EXPECT_EQ(Through(RunEnd{12}).exit_status, 12);
  EXPECT_EQ(Through(WantVerdict{{"S", "N"}}).test, (TestId{"S", "N"}));
}

TEST(TestEventTest, AVerdictSurvives) {
  const HandedVerdict verdict = {std::string(100'000, '\n'), TestId{"S", ""}};
  EXPECT_EQ(Through(verdict).report, verdict.report);
  EXPECT_EQ(Through(verdict).charged_to, verdict.charged_to);
  EXPECT_EQ(Through(HandedVerdict{}).charged_to, std::nullopt);
}

TEST(TestEventTest, MessagesFollowEachOther) {
  const Read read = ReadLines(EncodeTestMessage(Hello{}) + EncodeTestMessage(SampleStart()) +
                              EncodeTestMessage(SampleResult()) + EncodeTestMessage(RunEnd{1}));
  EXPECT_TRUE(read.valid);
  EXPECT_EQ(read.messages.size(), 4U);
}

class SenselessStreamTest : public testing::TestWithParam<std::string> {};

TEST_P(SenselessStreamTest, IsRefusedFromThereOn) {
  const Read read = ReadLines(GetParam() + "\nleaving\n");
  EXPECT_FALSE(read.valid);
  EXPECT_TRUE(read.messages.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Each, SenselessStreamTest,
    testing::Values("lunch", "hello", "hello\tversion=2", "hello\tversion=1\tmore=x",
                    "test_start\tsuite=S\tname=N", "want_verdict\tsuite=S", "run_end",
                    "run_end\texit_status=x", "run_end\texit_status=99999999999", "verdict",
                    "verdict\treport=\tsuite=S", "verdict\treport=\tname=N", "more",
                    "more\tfield=text", "more\tfield=text\ttext=x\tlast=1",
                    "more\tfield=text\ttext=x",
                    "more\tfield=name\ttext=x\nwant_verdict\tsuite=S"
                    "\tname=N"));

// Every field of a result in turn: left out, and with a value that no result has.
TEST(TestEventTest, AResultThatLacksSomethingIsRefused) {
  const std::string line = EncodeTestMessage(SampleResult());
  const std::optional<Event> whole = DecodeEvent(line.substr(0, line.size() - 1));
  ASSERT_TRUE(whole);
  const std::vector<std::string> optional = {"exit_status", "signal", "cause"};
  const std::vector<std::string> any_text = {"suite", "name", "file", "message", "text"};
  for (std::size_t i = 0; i < whole->fields.size(); ++i) {
    const std::string key = whole->fields[i].first;
    Event event = *whole;
    event.fields.erase(event.fields.begin() + static_cast<std::ptrdiff_t>(i));
    const bool may_lack = std::find(optional.begin(), optional.end(), key) != optional.end();
    EXPECT_EQ(ReadLines(EncodeEvent(event)).valid, may_lack) << key;
    event = *whole;
    event.fields[i].second = "?";
    const bool takes_all = std::find(any_text.begin(), any_text.end(), key) != any_text.end();
    EXPECT_EQ(ReadLines(EncodeEvent(event)).valid, takes_all) << key;
  }
}

TEST(TestEventTest, NumbersAndPropertiesThatCannotBeAreRefused) {
  const std::string good = EncodeTestMessage(TestResult{});
  ASSERT_TRUE(ReadLines(good).valid);
  for (const std::string bad :
       {"seconds=-1", "seconds=nan", "seconds=inf", "properties=1", "properties=1:",
        "properties=0:", "properties=9:x0:", "properties=-1:x0:", "properties=1:x1:yz"}) {
    std::string line = good;
    const std::size_t begin = line.find(bad.substr(0, bad.find('=') + 1));
    ASSERT_NE(begin, std::string::npos);
    line.replace(begin, line.find_first_of("\t\n", begin) - begin, bad);
    EXPECT_FALSE(ReadLines(line).valid) << bad;
  }
}

TEST(TestEventTest, AMessageHasABound) {
  std::string lines;
  for (int i = 0; i < 1200; ++i) lines += "more\tfield=text\ttext=" + std::string(4096, 'x') + "\n";
  EXPECT_FALSE(ReadLines(lines).valid);
}

}  // namespace
}  // namespace kernodeck
