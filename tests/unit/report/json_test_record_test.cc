// Covers rule G8: a record of a test is one line of JSON that fits into a page, whatever the test
// said, and tells where it was cut.
#include "plugin/report/json_test_record.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>
#include <string>

#include "tests/selftest/sample_test_results.h"

namespace kernodeck {
namespace {

using nlohmann::json;

std::string Text(std::string_view text, std::size_t max_bytes, bool want_cut) {
  std::string out;
  EXPECT_EQ(AppendJsonText(text, max_bytes, "...", out), want_cut) << text;
  return out;
}

TEST(JsonTestRecordTest, TextsAreEscaped) {
  EXPECT_EQ(Text("a\"\\\n\t\r\b\f\x01\x1f\x7f/", 100, false),
            "\"a\\\"\\\\\\n\\t\\r\\b\\f\\u0001\\u001f\x7f/\"");
  EXPECT_EQ(Text("\xff\xe2\x82", 100, false), "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
}

TEST(JsonTestRecordTest, TextsAreCutBetweenCharacters) {
  EXPECT_EQ(Text("12345678", 8, false), "\"12345678\"");
  EXPECT_EQ(Text("123456789", 8, true), "\"12345...\"");
  EXPECT_EQ(Text("1234\n\n\n", 8, true), "\"1234...\"");
  EXPECT_EQ(Text("\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac", 8, true), "\"\xe2\x82\xac...\"");
  EXPECT_EQ(Text("", 0, false), "\"\"");
}

TEST(JsonTestRecordTest, ARunningTestHasAllFieldsOfAFinishedOne) {
  const TestResult result = SampleTestResults().front();
  const json running = json::parse(RunningTestRecord(result.start));
  const json finished = json::parse(FinishedTestRecord(result));
  EXPECT_EQ(running["result"], "running");
  EXPECT_EQ(finished["result"], "passed");
  for (const auto& [key, value] : finished.items()) EXPECT_TRUE(running.contains(key)) << key;
  EXPECT_EQ(running.size(), finished.size());
}

TEST(JsonTestRecordTest, SaysWhatATestIsChargedWith) {
  TestResult result = SampleTestResults()[2];
  result.exit_status = 3;
  result.signal = 9;
  result.properties = {{"a", "first"}, {"b", ""}, {"a", "last"}};
  const json record = json::parse(FinishedTestRecord(result));
  EXPECT_EQ(record["code"], "GPU_UNAVAILABLE");
  EXPECT_EQ(record["exit_code"], 6);
  EXPECT_EQ(record["cause"], "driver_missing");
  EXPECT_EQ(record["stage"], "device");
  EXPECT_EQ(record["owner"], "machine");
  EXPECT_EQ(record["text"], result.text);
  EXPECT_EQ(record["text_truncated"], false);
  EXPECT_EQ(record["exit_status"], 3);
  EXPECT_EQ(record["signal"], 9);
  EXPECT_EQ(record["properties"], json({{"a", "last"}, {"b", ""}}));
}

TEST(JsonTestRecordTest, ALongTextIsCutAndSaysSo) {
  TestResult result = SampleTestResults()[3];
  result.text = "CHECK_FAILED: " + std::string(kMaxJsonText, 'x');
  const json record = json::parse(FinishedTestRecord(result));
  EXPECT_EQ(record["text_truncated"], true);
  const auto text = record["text"].get<std::string>();
  EXPECT_EQ(text.size(), kMaxJsonText);
  EXPECT_EQ(text.substr(text.size() - 4), "x\xe2\x80\xa6");
}

TEST(JsonTestRecordTest, PropertiesThatDoNotFitAreLeftOut) {
  TestResult result = SampleTestResults().front();
  for (int i = 0; i < 1000; ++i) result.properties.emplace_back("key" + std::to_string(i), "value");
  const json record = json::parse(FinishedTestRecord(result));
  EXPECT_EQ(record["properties_truncated"], true);
  EXPECT_GT(record["properties"].size(), 10U);
}

// A result of which everything is as long as can be, of many a `piece`.
TestResult LongResult(const std::string& piece, std::mt19937& random) {
  const auto text = [&piece, &random] {
    std::string long_text;
    for (auto left = random() % 9000; left > 0; --left) long_text += piece;
    return long_text;
  };
  constexpr int kLong = 2'000'000'000;
  TestResult result;
  result.start.id = {text(), text()};
  result.start.file = text();
  result.start.line = kLong;
  result.start.repeat = kLong;
  result.seconds = std::chrono::duration<double>(1e300);
  result.status = TestStatus::kFailed;
  result.charge = FailureCharge{Code::kOutputWriteFailed, Cause::kStandardOutputClosed,
                                Stage::kSynchronize, Owner::kUnknown};
  result.message = text();
  result.text = text();
  result.exit_status = -kLong;
  result.signal = -kLong;
  result.properties = {{text(), text()}, {text(), text()}};
  return result;
}

bool IsOneLineOfAPage(const std::string& record) {
  return record.size() <= kMaxTestRecord && record.find('\n') == std::string::npos &&
         json::accept(record);
}

// Of bytes that grow most when they are escaped, too.
TEST(JsonTestRecordTest, AnyRecordIsOneLineOfAPage) {
  std::mt19937 random(4711);
  for (const std::string piece : {"x", "\x01", "\"", "\n", "\xff", "\xf0\x9f\x98\x80"}) {
    for (int round = 0; round < 50; ++round) {
      const TestResult result = LongResult(piece, random);
      ASSERT_TRUE(IsOneLineOfAPage(FinishedTestRecord(result)));
      ASSERT_TRUE(IsOneLineOfAPage(RunningTestRecord(result.start)));
    }
  }
}

TEST(JsonTestRecordTest, HeadAndEndsMakeADocument) {
  const std::string head = JsonTestsHead(SampleTestRun());
  const json open = json::parse(head + std::string(kOpenJsonTestsEnd));
  EXPECT_EQ(open["schema"], "kernodeck-tests/1");
  EXPECT_EQ(open["run"]["seed"], 4711);
  EXPECT_EQ(open["summary"], nullptr);
  const json ended = json::parse(head + JsonTestsEnd(SampleTestSummary()));
  EXPECT_EQ(ended["summary"]["exit_status"], 6);
  EXPECT_EQ(ended["summary"]["readiness"]["cause"], "driver_missing");
  EXPECT_EQ(ended["summary"]["after_check"], nullptr);
  EXPECT_EQ(ended["summary"]["problems"].size(), 1U);
}

}  // namespace
}  // namespace kernodeck
