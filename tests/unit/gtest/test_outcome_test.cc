// Covers G6, G8, G14 and G16: what a test that has ended is charged to, and what its result says.
#include "plugin/gtest/test_outcome.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

TestRecord Failed(const std::string& message) {
  TestRecord record;
  record.start.id = {"A", "B"};
  record.failed = true;
  record.parts = {{true, "a.cc", 7, message}};
  return record;
}

TestRecord Skipped(const std::string& message) {
  TestRecord record = Failed(message);
  record.failed = false;
  record.skipped = true;
  record.parts[0].failed = false;
  return record;
}

TestFacts Gpu(Answer answer = {}) {
  TestFacts facts;
  facts.gpu = true;
  facts.answer = std::move(answer);
  return facts;
}

TEST(ResultOf, APassSaysNothing) {
  TestRecord record;
  record.start.id = {"A", "B"};
  record.properties = {{"key", "value"}};
  const TestResult result = ResultOf(record, Gpu());
  EXPECT_EQ(result.status, TestStatus::kPassed);
  EXPECT_TRUE(result.gpu);
  EXPECT_EQ(result.charge.has_value(), false);
  EXPECT_EQ(result.message + result.text, "");
  EXPECT_EQ(result.properties, record.properties);
}

TEST(ResultOf, AFailedExpectationIsTheCodesOwn) {
  const TestResult result =
      ResultOf(Failed("Expected equality of these values:\n  1\n  2\n"), Gpu());
  EXPECT_EQ(result.status, TestStatus::kFailed);
  ASSERT_TRUE(result.charge.has_value());
  EXPECT_EQ(result.charge->code, Code::kCheckFailed);
  EXPECT_EQ(result.charge->owner, Owner::kCode);
  EXPECT_EQ(result.message, "CHECK_FAILED: Expected equality of these values: 1 2");
  EXPECT_EQ(result.text,
            "CHECK_FAILED: Expected equality of these values: 1 2\n"
            "a.cc:7: Failure\n"
            "Expected equality of these values:\n  1\n  2");
}

TEST(ResultOf, AFailedDiagnosisKeepsItsVerdict) {
  Answer answer = {
      Answer::Outcome::kFailed, "GPU_UNAVAILABLE: no.\nstage device",
      FailureCharge{Code::kGpuUnavailable, Cause::kDriverMissing, Stage::kDevice, Owner::kMachine},
      std::nullopt};
  const std::string text = answer.text;
  const TestResult result = ResultOf(Failed(text), Gpu(std::move(answer)));
  EXPECT_EQ(result.charge->owner, Owner::kMachine);
  EXPECT_EQ(result.message, "GPU_UNAVAILABLE: no.");
}

TEST(ResultOf, ADeviceErrorIsTheCharge) {
  TestFacts facts = Gpu();
  facts.device_error = 700;
  facts.sticky = true;
  const TestResult result = ResultOf(Failed("RUNTIME_ERROR: device 0 gave error 700."), facts);
  EXPECT_EQ(result.charge->code, Code::kRuntimeError);
  EXPECT_EQ(result.message, "RUNTIME_ERROR: device 0 gave error 700.");
  EXPECT_TRUE(result.sticky);
}

TEST(ResultOf, AnExceptionIsTheCharge) {
  TestRecord record = Failed("C++ exception with description \"x\" thrown in the test body.");
  record.exception.emplace().types = {"c10::OutOfMemoryError", "c10::Error", "std::exception"};
  EXPECT_EQ(ResultOf(record, Gpu()).charge->code, Code::kOutOfMemory);
}

TEST(ResultOf, ASkipOfTheUsersHasNoCode) {
  const TestResult result = ResultOf(Skipped("not on Mondays"), {});
  EXPECT_EQ(result.status, TestStatus::kSkipped);
  EXPECT_FALSE(result.charge.has_value());
  EXPECT_EQ(result.message, "not on Mondays");
}

TEST(ResultOf, NotRunIsNoSkip) {
  const FailureCharge charge = {Code::kGpuUnavailable, std::nullopt, Stage::kDevice,
                                Owner::kMachine};
  const std::string text = "not run: GPU_UNAVAILABLE, see A.First";
  const TestResult result =
      ResultOf(Skipped(text), Gpu({Answer::Outcome::kNotRun, text, charge, TestId{"A", "First"}}));
  EXPECT_EQ(result.status, TestStatus::kNotRun);
  EXPECT_EQ(result.message, "GPU_UNAVAILABLE: " + text);
}

// A test that was told to end and failed for a reason of its own has failed.
TEST(ResultOf, AFailureWinsOverASkip) {
  TestRecord record = Skipped("not run: GPU_UNAVAILABLE, see A.First");
  record.failed = true;
  record.skipped = false;
  record.parts.push_back({true, "a.cc", 9, "mine"});
  const TestResult result =
      ResultOf(record, Gpu({Answer::Outcome::kNotRun, "", std::nullopt, std::nullopt}));
  EXPECT_EQ(result.status, TestStatus::kFailed);
  EXPECT_EQ(result.message, "CHECK_FAILED: mine");
}

TEST(ResultOf, TheMessageIsOneLineOfBoundedLength) {
  const std::string snowman = "\xE2\x98\x83";
  std::string message;
  for (int i = 0; i < 200; ++i) message += snowman;
  const TestResult result = ResultOf(Failed("[x]\n\n" + message), Gpu());
  EXPECT_EQ(result.message.find('\n'), std::string::npos);
  EXPECT_LT(result.message.size(), 330U);
  EXPECT_EQ(result.message.substr(result.message.size() - 6), snowman + "...");
  EXPECT_EQ(result.text.find("\n["), std::string::npos);
  EXPECT_EQ(result.text.find("\n\n"), std::string::npos);
}

TEST(ResultOf, AFailureThatSaysNothingHasItsCode) {
  TestRecord record = Failed("");
  EXPECT_EQ(ResultOf(record, Gpu()).message, "CHECK_FAILED:");
  record.parts.clear();
  EXPECT_EQ(ResultOf(record, Gpu()).message, "CHECK_FAILED:");
}

}  // namespace
}  // namespace kernodeck
