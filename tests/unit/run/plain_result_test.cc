// Covers G6 and G9: the results of tests without the plugin, and of failures that are no test's.
#include "plugin/run/plain_result.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

TEST(PlainResultTest, BearsCodeAndText) {
  const TestResult failed = PlainResult({}, TestStatus::kFailed, "a.cc:1: Failure\nno\n");
  EXPECT_EQ(failed.message, "CHECK_FAILED: a.cc:1: no");
  EXPECT_EQ(failed.text, "CHECK_FAILED: a.cc:1: no\na.cc:1: Failure\nno");
  ASSERT_TRUE(failed.charge.has_value());
  EXPECT_EQ(failed.charge->owner, Owner::kCode);
  EXPECT_EQ(PlainResult({}, TestStatus::kFailed, "").message,
            "CHECK_FAILED: the test failed and said no more");
  EXPECT_EQ(PlainResult({}, TestStatus::kSkipped, "").message, "skipped, without a reason");
  EXPECT_EQ(PlainResult({}, TestStatus::kPassed, "a.cc:1: Failure\n").text, "");
}

TEST(PlainResultTest, OnlyFailuresOfGoogleTestCountOutsideOfTests) {
  ProcessState state;
  state.suite = "A";
  for (const char* said : {"", "Failure\n", "disk: Failure\n", "12: Failure\n", "a.cc:1: Skipped\n",
                           "a.cc:: Failure\n", "a.cc:1: Failure of mine\n"}) {
    EXPECT_FALSE(OutsideFailure(state, said).has_value()) << said;
  }
  EXPECT_TRUE(OutsideFailure(state, "x\na.cc:1: Failure\nno\n").has_value());
  EXPECT_TRUE(OutsideFailure(state, "unknown file: Failure").has_value());
}

TEST(PlainResultTest, AFailureOutsideOfTestsIsNamedAfterItsPlace) {
  ProcessState state;
  state.repeat = 2;
  const std::string said = "a.cc:1: Failure\nno\n";
  const auto name = [&] { return FullName(OutsideFailure(state, said)->start.id); };
  EXPECT_EQ(name(), "Environment.SetUp");
  state.any_result = true;
  EXPECT_EQ(name(), "Environment.TearDown");
  state.suite = "A";
  EXPECT_EQ(name(), "A.SetUpTestSuite");
  state.suite_tested = true;
  EXPECT_EQ(name(), "A.TearDownTestSuite");
  EXPECT_EQ(OutsideFailure(state, said)->start.repeat, 2);
}

TEST(PlainResultTest, AnEndThatWasNotSeenIsNoPass) {
  EXPECT_EQ(UnseenEnd({}, "").status, TestStatus::kFailed);
  EXPECT_EQ(UnseenEnd({}, "").charge->code, Code::kWorkerFailed);
}

TEST(PlainResultTest, WhatIsWorse) {
  EXPECT_TRUE(IsWorse(StatusOf(MarkerKind::kFailed), StatusOf(MarkerKind::kSkipped)));
  EXPECT_TRUE(IsWorse(StatusOf(MarkerKind::kSkipped), StatusOf(MarkerKind::kPassed)));
  EXPECT_FALSE(IsWorse(StatusOf(MarkerKind::kPassed), StatusOf(MarkerKind::kFailed)));
}

}  // namespace
}  // namespace kernodeck
