// Covers G14 and G3: one fault makes one red test, a test's own fault is its own, and the policy
// makes skips only of what may be skipped.
#include "plugin/gtest/fault_book.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

const TestId kFirst = {"A", "First"};
const TestId kSecond = {"A", "Second"};

Fault OfMachine() {
  return {kGpuFault,
          {Code::kGpuUnavailable, std::nullopt, Stage::kDevice, Owner::kMachine},
          "GPU_UNAVAILABLE: no.",
          true,
          true};
}

TEST(FaultBook, TheFirstFailsAndTheOthersAreNotRun) {
  FaultBook book;
  const Answer first = book.Meet(OfMachine(), kFirst, Policy::kRequire);
  EXPECT_EQ(first.outcome, Answer::Outcome::kFailed);
  EXPECT_EQ(first.text, "GPU_UNAVAILABLE: no.");
  const Answer second = book.Meet(OfMachine(), kSecond, Policy::kRequire);
  EXPECT_EQ(second.outcome, Answer::Outcome::kNotRun);
  EXPECT_EQ(second.text, "not run: GPU_UNAVAILABLE, see A.First");
  ASSERT_TRUE(second.charge.has_value());
  EXPECT_EQ(second.charge->code, Code::kGpuUnavailable);
  EXPECT_EQ(second.first, kFirst);
}

TEST(FaultBook, WhoWasChargedFailsAgain) {
  FaultBook book;
  (void)book.Meet(OfMachine(), kFirst, Policy::kRequire);
  EXPECT_EQ(book.Meet(OfMachine(), kFirst, Policy::kRequire).outcome, Answer::Outcome::kFailed);
}

TEST(FaultBook, AFaultWithoutAKeyIsEachTestsOwn) {
  FaultBook book;
  Fault fault = OfMachine();
  fault.key.clear();
  EXPECT_EQ(book.Meet(fault, kFirst, Policy::kRequire).outcome, Answer::Outcome::kFailed);
  EXPECT_EQ(book.Meet(fault, kSecond, Policy::kRequire).outcome, Answer::Outcome::kFailed);
}

TEST(FaultBook, SkipChargesNobody) {
  FaultBook book;
  EXPECT_EQ(book.Meet(OfMachine(), kFirst, Policy::kSkip).outcome, Answer::Outcome::kSkipped);
  EXPECT_EQ(book.ChargedTo(kGpuFault), std::nullopt);
}

TEST(FaultBook, WhatMayNotBeSkippedFails) {
  FaultBook book;
  Fault fault = OfMachine();
  fault.may_skip = false;
  EXPECT_EQ(book.Meet(fault, kFirst, Policy::kSkip).outcome, Answer::Outcome::kFailed);
}

TEST(FaultBook, KnowsWhomAnotherProcessCharged) {
  FaultBook book;
  book.Charge(kGpuFault, kFirst);
  book.Charge(kGpuFault, kSecond);
  EXPECT_EQ(book.ChargedTo(kGpuFault), kFirst);
  EXPECT_EQ(book.Meet(OfMachine(), kSecond, Policy::kRequire).outcome, Answer::Outcome::kNotRun);
  book.Forget(kGpuFault);
  EXPECT_EQ(book.Meet(OfMachine(), kSecond, Policy::kRequire).outcome, Answer::Outcome::kFailed);
}

}  // namespace
}  // namespace kernodeck
