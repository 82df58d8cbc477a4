// Covers rule G8: the code stands at the start of the message and in the first line of the text.
#include "plugin/report/charged_text.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

TestResult Failed(const std::string& message, const std::string& text) {
  TestResult result;
  result.status = TestStatus::kFailed;
  result.charge = FailureCharge{Code::kTimeout, {}, Stage::kApplication, Owner::kCode};
  result.message = message;
  result.text = text;
  return result;
}

TEST(ChargedTextTest, WhatBearsTheCodeStaysAsItIs) {
  const TestResult result = Failed("TIMEOUT: 30 s", "TIMEOUT: 30 s\nmore\n");
  EXPECT_EQ(ChargedMessage(result), "TIMEOUT: 30 s");
  EXPECT_EQ(ChargedText(result), "TIMEOUT: 30 s\nmore\n");
}

TEST(ChargedTextTest, WhatDoesNotBearTheCodeGetsIt) {
  const TestResult result = Failed("30 s\nor so", "more\n");
  EXPECT_EQ(ChargedMessage(result), "TIMEOUT: 30 s or so");
  EXPECT_EQ(ChargedText(result), "TIMEOUT: 30 s or so\nmore\n");
}

TEST(ChargedTextTest, OneStandsInForTheOther) {
  EXPECT_EQ(ChargedMessage(Failed("", "first\nsecond")), "TIMEOUT: first");
  EXPECT_EQ(ChargedText(Failed("message", "")), "TIMEOUT: message");
  EXPECT_EQ(ChargedMessage(Failed("", "")), "TIMEOUT");
}

TEST(ChargedTextTest, AFailureThatNobodyChargedIsTheUsersOwn) {
  TestResult result = Failed("different", "");
  result.charge.reset();
  EXPECT_EQ(ChargedMessage(result), "CHECK_FAILED: different");
  ASSERT_TRUE(ChargeOf(result));
  EXPECT_EQ(ChargeOf(result)->owner, Owner::kCode);
}

TEST(ChargedTextTest, WhatWasNotRunNamesTheCodeWhereItReadsWell) {
  TestResult result = Failed("not run: TIMEOUT, see A.B", "");
  result.status = TestStatus::kNotRun;
  EXPECT_EQ(ChargedMessage(result), "not run: TIMEOUT, see A.B");
  result.message = "not run";
  EXPECT_EQ(ChargedMessage(result), "TIMEOUT: not run");
  result.charge.reset();
  EXPECT_EQ(ChargedMessage(result), "not run");
  EXPECT_FALSE(ChargeOf(result));
}

TEST(ChargedTextTest, ALongTextIsCutAndSaysSo) {
  const std::string text = "TIMEOUT" + std::string(kMaxTestText, 'x');
  EXPECT_EQ(ChargedText(Failed("", text)),
            text.substr(0, kMaxTestText) + "\n(cut here: the text has 1048583 bytes)");
}

}  // namespace
}  // namespace kernodeck
