// Covers D4 (element by element, with index, got, want and device), D10 (what was not reached is
// empty).
#include "plugin/diagnosis/execution.h"

#include <gtest/gtest.h>

#include "tests/unit/diagnosis/event_script.h"

namespace kernodeck {
namespace {

Facts Read(const EventScript& script) { return ReadFacts(script.Exited().events); }

TEST(ExecutionTest, AWholePassIsVerified) {
  const ExecutionReport report = ReportExecution(Read(EventScript().PassAll()), "gpu");
  EXPECT_EQ(report.requested, "gpu");
  EXPECT_EQ(report.device, "cuda:0");
  EXPECT_EQ(report.product_verified, true);
  EXPECT_EQ(report.gradient_verified, true);
  EXPECT_EQ(report.synchronized, true);
  EXPECT_EQ(report.loss, 196.0F);
  EXPECT_TRUE(report.mismatch.empty());
}

TEST(ExecutionTest, WhatWasNotReachedIsEmpty) {
  const ExecutionReport report = ReportExecution(Read(EventScript().Begin("import")), "cpu");
  EXPECT_FALSE(report.device || report.product_verified || report.gradient_verified ||
               report.synchronized || report.loss);
}

TEST(ExecutionTest, NamesEachWrongElement) {
  EventScript script = EventScript().PassUntil(Stage::kGradient).Begin("gradient");
  script.Values("loss", "195.5", "cuda:0").Values("gradient_b", "68,nan,96,81", "cuda:0");
  const Facts facts = Read(script.Fail("gradient", "value"));
  const std::vector<Mismatch> wrong = MismatchesOf(facts, Stage::kGradient);
  ASSERT_EQ(wrong.size(), 3U);
  EXPECT_EQ(wrong[0].tensor, "loss");
  EXPECT_TRUE(wrong[0].index.empty());
  EXPECT_EQ(wrong[0].got, 195.5F);
  EXPECT_EQ(wrong[0].want, 196.0F);
  EXPECT_EQ(wrong[1].index, (std::vector<int>{0, 1}));
  EXPECT_EQ(wrong[2].index, (std::vector<int>{1, 1}));
  EXPECT_EQ(wrong[2].device, "cuda:0");
  const ExecutionReport report = ReportExecution(facts, "gpu");
  EXPECT_EQ(report.product_verified, true);
  EXPECT_EQ(report.gradient_verified, false);
  EXPECT_EQ(report.mismatch.size(), 3U);
}

TEST(ExecutionTest, MissingElementsAreNotVerified) {
  EventScript script = EventScript().PassUntil(Stage::kProduct).Begin("product");
  const Facts facts = Read(script.Values("product", "4,4", "cuda:0").End("product"));
  EXPECT_FALSE(HasAllValues(facts, Stage::kProduct));
  EXPECT_EQ(ReportExecution(facts, "gpu").product_verified, std::nullopt);
}

}  // namespace
}  // namespace kernodeck
