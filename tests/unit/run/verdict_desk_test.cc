// Covers G9, G14 and G17: one diagnosis for all processes of a run; a failing one is charged to one
// test; after a test that may have broken the device it is made anew.
#include "plugin/run/verdict_desk.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

const Verdict kFine = MakeVerdict(Code::kGpuCheckPassed, {}, Stage::kComplete);
const Verdict kBroken = MakeVerdict(Code::kGpuUnavailable, {}, Stage::kDevice);

class VerdictDeskTest : public testing::Test {
 protected:
  struct Handed {
    std::size_t asker;
    std::string report;
    std::string charged_to;
  };

  static TestId Id(const std::string& name) { return {"S", name}; }

  int started_ = 0;
  std::optional<pid_t> caller_;
  std::vector<Handed> handed_;
  VerdictDesk desk_{{[this](std::optional<pid_t> caller) {
                       ++started_;
                       caller_ = caller;
                     },
                     [this](std::size_t asker, const HandedVerdict& verdict) {
                       const auto& to = verdict.charged_to;
                       handed_.push_back({asker, verdict.report, to ? FullName(*to) : ""});
                     }}};
};

TEST_F(VerdictDeskTest, AllGetTheOneDiagnosis) {
  desk_.Ask(0, 100, Id("a"));
  desk_.Ask(1, 101, Id("b"));
  EXPECT_EQ(started_, 1);
  EXPECT_EQ(caller_, 100);
  EXPECT_TRUE(handed_.empty());
  desk_.OnDiagnosis("report", kFine);
  ASSERT_EQ(handed_.size(), 2U);
  EXPECT_EQ(handed_[1].asker, 1U);
  EXPECT_EQ(handed_[1].report, "report");
  desk_.Ask(2, 102, Id("c"));
  EXPECT_EQ(started_, 1);
  EXPECT_EQ(handed_.size(), 3U);
  EXPECT_EQ(handed_[2].charged_to, "");
  EXPECT_EQ(desk_.Readiness()->code, Code::kGpuCheckPassed);
  EXPECT_FALSE(desk_.AfterCheck().has_value());
}

TEST_F(VerdictDeskTest, AFailingOneIsChargedToOneTest) {
  desk_.Ask(0, 100, Id("a"));
  desk_.Ask(1, 101, Id("b"));
  desk_.OnDiagnosis("report", kBroken);
  desk_.Ask(2, 102, Id("c"));
  ASSERT_EQ(handed_.size(), 3U);
  EXPECT_EQ(handed_[0].charged_to, "");
  EXPECT_EQ(handed_[1].charged_to, "S.a");
  EXPECT_EQ(handed_[2].charged_to, "S.a");
}

TEST_F(VerdictDeskTest, WhoOnlyAsksIsNotCharged) {
  desk_.Failed(Id("before"));
  desk_.Ask(0, 100, {});
  desk_.OnDiagnosis("report", kBroken);
  desk_.Ask(1, 101, {});
  EXPECT_EQ(handed_[1].charged_to, "");
  desk_.Failed(Id("a"));
  desk_.Failed(Id("b"));
  desk_.Ask(2, 102, Id("c"));
  EXPECT_EQ(handed_[2].charged_to, "S.a");
}

TEST_F(VerdictDeskTest, WhoEndedWhileItWaitedIsNotAnswered) {
  desk_.Ask(0, 100, Id("a"));
  desk_.Ask(1, 101, Id("b"));
  desk_.Forget(0);
  desk_.OnDiagnosis("report", kBroken);
  ASSERT_EQ(handed_.size(), 1U);
  EXPECT_EQ(handed_[0].asker, 1U);
  EXPECT_EQ(handed_[0].charged_to, "");
}

TEST_F(VerdictDeskTest, ASuspectTestMakesThePassStale) {
  desk_.Ask(0, 100, Id("a"));
  desk_.OnDiagnosis("first", kFine);
  desk_.Suspect(Id("a"));
  EXPECT_TRUE(desk_.NeedsAfterCheck());
  desk_.Ask(0, 103, Id("b"));
  EXPECT_EQ(started_, 2);
  desk_.OnDiagnosis("second", kFine);
  EXPECT_EQ(handed_.back().report, "second");
  EXPECT_FALSE(desk_.NeedsAfterCheck());
  EXPECT_EQ(desk_.AfterCheck()->code, Code::kGpuCheckPassed);
}

TEST_F(VerdictDeskTest, WhatBrokeAfterATestIsThatTestsFault) {
  desk_.Ask(0, 100, Id("a"));
  desk_.OnDiagnosis("first", kFine);
  desk_.Suspect(Id("a"));
  desk_.Ask(0, 103, Id("b"));
  desk_.OnDiagnosis("second", kBroken);
  EXPECT_EQ(handed_.back().charged_to, "S.a");
  EXPECT_EQ(desk_.AfterCheck()->code, Code::kGpuUnavailable);
  EXPECT_EQ(desk_.Readiness()->code, Code::kGpuCheckPassed);
}

TEST_F(VerdictDeskTest, AFailingOneIsNotMadeAnew) {
  desk_.Ask(0, 100, Id("a"));
  desk_.OnDiagnosis("first", kBroken);
  desk_.Suspect(Id("a"));
  desk_.Ask(0, 103, Id("b"));
  EXPECT_EQ(started_, 1);
  EXPECT_FALSE(desk_.NeedsAfterCheck());
}

TEST_F(VerdictDeskTest, OneUnderWayWhileATestBecomesSuspectIsNoAfterCheck) {
  desk_.Ask(0, 100, Id("a"));
  desk_.OnDiagnosis("first", kFine);
  desk_.Suspect(Id("a"));
  desk_.CheckAgain();
  EXPECT_EQ(caller_, std::nullopt);
  desk_.Suspect(Id("b"));
  desk_.OnDiagnosis("second", kFine);
  EXPECT_FALSE(desk_.AfterCheck().has_value());
  EXPECT_TRUE(desk_.NeedsAfterCheck());
}

}  // namespace
}  // namespace kernodeck
