// Covers G1, G3, G12, G14 and G15: who only asks charges nobody and blocks nothing unless the
// answer is recorded; what was met in a set-up makes GPU tests of those behind it; what the policy
// skip covers.
#include <gtest/gtest.h>

#include <vector>

#include "plugin/gtest/session.h"
#include "tests/unit/gtest/standin_session.h"

namespace kernodeck {
namespace {

using Outcome = Answer::Outcome;

constexpr Place kFirst = {"A", "First"};
constexpr Place kSecond = {"A", "Second"};
constexpr Place kSuite = {"A", {}};
constexpr Place kOutside = {};

struct SessionQuestionsTest : testing::Test {
  Answer Ask(const Place& place, const std::vector<Requirement>& requirements = {}) {
    return machine.session().RequireGpu(place, requirements, Asking::kOnly);
  }
  // A test that only asks; `recorded` is what was recorded of the answer.
  TestFacts RunAsking(const Place& place, std::optional<bool> recorded = std::nullopt) {
    (void)machine.session().StartTest({std::string(place.suite), std::string(place.test)});
    const std::string text = Ask(place).text;
    return machine.session().EndTest(
        [&](const std::string& said) { return said == text ? recorded : std::nullopt; });
  }
  StandinMachine machine;
};

TEST_F(SessionQuestionsTest, WhoOnlyAsksIsChargedWithNothing) {
  machine.verdicts.gpu = NoDriver();
  const TestFacts facts = RunAsking(kFirst);
  EXPECT_EQ(machine.verdicts.asked, std::vector<std::string>{"gpu ."}) << "not for a test";
  EXPECT_TRUE(facts.gpu);
  EXPECT_FALSE(facts.reached);
  EXPECT_TRUE(facts.answer.met());
  EXPECT_EQ(machine.session().RequireGpu(kSecond, {}).outcome, Outcome::kFailed)
      << "nobody has failed yet";
  EXPECT_TRUE(machine.session().FailedReadiness().has_value());
}

TEST_F(SessionQuestionsTest, WhoRecordsTheAnswerAsAFailureIsCharged) {
  machine.verdicts.gpu = NoDriver();
  const TestFacts facts = RunAsking(kFirst, true);
  EXPECT_EQ(facts.answer.outcome, Outcome::kFailed);
  EXPECT_EQ(facts.answer.charge->code, Code::kGpuUnavailable);
  EXPECT_EQ(machine.session().RequireGpu(kSecond, {}).text,
            "not run: GPU_UNAVAILABLE, see A.First");
}

TEST_F(SessionQuestionsTest, WhoSkipsWithTheAnswerBearsItsCodeAndIsNotCharged) {
  machine.verdicts.gpu = NoDriver();
  const TestFacts facts = RunAsking(kFirst, false);
  EXPECT_EQ(facts.answer.outcome, Outcome::kSkipped);
  EXPECT_EQ(facts.answer.charge->code, Code::kGpuUnavailable);
  EXPECT_EQ(machine.session().RequireGpu(kSecond, {}).outcome, Outcome::kFailed);
}

TEST_F(SessionQuestionsTest, AQuestionDoesNotSpoilWhatWasMet) {
  (void)machine.session().StartTest({"A", "First"});
  EXPECT_TRUE(machine.session().RequireGpu(kFirst, {}).met());
  EXPECT_EQ(Ask(kFirst, {Gpus(8)}).outcome, Outcome::kFailed);
  const TestFacts facts = machine.session().EndTest();
  EXPECT_TRUE(facts.reached);
  EXPECT_TRUE(facts.answer.met());
}

TEST_F(SessionQuestionsTest, AQuestionInASetUpBlocksNothing) {
  machine.session().ListenerAttached();
  machine.session().StartSuite("A");
  EXPECT_EQ(Ask(kSuite, {Gpus(64)}).outcome, Outcome::kFailed);
  EXPECT_TRUE(machine.session().SuiteReady("A"));
  EXPECT_TRUE(machine.session().StartTest({"A", "First"}).met());
}

TEST_F(SessionQuestionsTest, UnlessTheSetUpRecordsTheAnswer) {
  machine.session().ListenerAttached();
  machine.verdicts.gpu = NoDriver();
  machine.session().StartSuite("A");
  Fault fault;
  fault.text = "CHECK_FAILED: SetUpTestSuite of A failed: Actual: false (" + Ask(kSuite).text + ")";
  machine.session().BlockSuite("A", fault, false);
  const Answer first = machine.session().StartTest({"A", "First"});
  EXPECT_EQ(first.outcome, Outcome::kFailed);
  EXPECT_EQ(first.charge->code, Code::kGpuUnavailable);
  EXPECT_EQ(machine.session().RequireGpu({"B", "Other"}, {}).outcome, Outcome::kNotRun);
}

TEST_F(SessionQuestionsTest, WhatIsMetInASetUpMakesGpuTests) {
  machine.session().StartSuite("A");
  EXPECT_TRUE(machine.session().RequireGpu(kSuite, {}).met());
  machine.devices.sync = {700, 0, true};
  EXPECT_TRUE(machine.session().StartTest({"A", "First"}).met());
  EXPECT_EQ(machine.session().LookAtDevices().size(), 1U) << "its error is seen";
  const TestFacts facts = machine.session().EndTest();
  EXPECT_TRUE(facts.gpu && facts.reached);
  const Answer second = machine.session().StartTest({"A", "Second"});
  EXPECT_EQ(second.text, "not run: RUNTIME_ERROR, see A.First");
  (void)machine.session().EndTest();
  machine.session().StartSuite("B");
  EXPECT_TRUE(machine.session().StartTest({"B", "Plain"}).met());
  EXPECT_FALSE(machine.session().EndTest().gpu);
}

TEST_F(SessionQuestionsTest, WhatIsMetInAnEnvironmentMakesGpuTestsOfAll) {
  EXPECT_TRUE(machine.session().RequireGpu(kOutside, {}).met());
  machine.session().StartSuite("A");
  (void)machine.session().StartTest({"A", "First"});
  EXPECT_TRUE(machine.session().EndTest().reached);
}

TEST_F(SessionQuestionsTest, AQuestionOutsideOfTestsMakesNone) {
  EXPECT_TRUE(Ask(kOutside).met());
  (void)machine.session().StartTest({"A", "First"});
  EXPECT_FALSE(machine.session().EndTest().gpu);
}

TEST_F(SessionQuestionsTest, SkipCoversNoBrokenMachine) {
  for (const CodeInfo& row : AllCodes()) {
    if (Passed(row.code)) continue;
    StandinMachine other;
    other.settings.policy = Policy::kSkip;
    other.verdicts.gpu.verdict = MakeVerdict(row.code, std::nullopt, Stage::kProduct);
    const Answer answer = other.session().RequireGpu(kFirst, {});
    const bool skipped = SkipCovers(row.code);
    EXPECT_EQ(answer.outcome, skipped ? Outcome::kSkipped : Outcome::kFailed) << row.name;
    EXPECT_EQ(other.session().FailedReadiness().has_value(), !skipped) << row.name;
    EXPECT_EQ(answer.text.find("KERNODECK_POLICY=skip"), std::string::npos) << row.name;
  }
}

}  // namespace
}  // namespace kernodeck
