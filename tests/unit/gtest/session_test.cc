// Covers G1, G2, G3, G14, G15, C4 and D20: the diagnosis is asked once, at the first requirement;
// what each policy makes of its answer; one fault makes one red test; suites and environments that
// are not ready; children of death tests ask nothing.
#include "plugin/gtest/session.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "tests/unit/gtest/standin_session.h"

namespace kernodeck {
namespace {

using Outcome = Answer::Outcome;
using std::chrono_literals::operator""ms;

constexpr Place kFirst = {"A", "First"};
constexpr Place kSecond = {"A", "Second"};
constexpr Place kSuite = {"A", {}};
constexpr Place kOutside = {};

struct SessionTest : testing::Test {
  Answer RequireGpu(const Place& place, const std::vector<Requirement>& requirements = {}) {
    return machine.session().RequireGpu(place, requirements);
  }
  TestFacts Run(const Place& place, const std::vector<Requirement>& requirements = {}) {
    const TestId id = {std::string(place.suite), std::string(place.test)};
    if (machine.session().StartTest(id).met()) (void)RequireGpu(place, requirements);
    (void)machine.session().LookAtDevices();
    return machine.session().EndTest();
  }
  StandinMachine machine;
};

TEST_F(SessionTest, IsMetOnAReadyMachineAndAsksOnce) {
  EXPECT_TRUE(RequireGpu(kFirst).met());
  EXPECT_TRUE(RequireGpu(kFirst).met());
  EXPECT_TRUE(RequireGpu(kSecond).met());
  EXPECT_EQ(machine.verdicts.asked, std::vector<std::string>{"gpu A.First"});
}

TEST_F(SessionTest, AsksNothingWhereNobodyRequires) {
  const TestFacts facts = [&] {
    (void)machine.session().StartTest({"A", "First"});
    return machine.session().EndTest();
  }();
  EXPECT_FALSE(facts.gpu);
  EXPECT_TRUE(machine.verdicts.asked.empty());
}

TEST_F(SessionTest, TheFirstThatMeetsAFailedDiagnosisFailsAndTheOthersAreNotRun) {
  machine.verdicts.gpu = NoDriver();
  const TestFacts first = Run(kFirst);
  EXPECT_EQ(first.answer.outcome, Outcome::kFailed);
  EXPECT_EQ(first.answer.text.find("GPU_UNAVAILABLE: "), 0U);
  EXPECT_NE(first.answer.text.find("\nKERNODECK_POLICY=skip ./tests"), std::string::npos);
  EXPECT_TRUE(first.gpu);
  EXPECT_FALSE(first.reached);
  const TestFacts second = Run(kSecond);
  EXPECT_EQ(second.answer.outcome, Outcome::kNotRun);
  EXPECT_EQ(second.answer.text, "not run: GPU_UNAVAILABLE, see A.First");
  EXPECT_EQ(machine.verdicts.asked.size(), 1U);
  ASSERT_TRUE(machine.session().FailedReadiness().has_value());
  EXPECT_EQ(machine.session().FailedReadiness()->code, Code::kGpuUnavailable);
}

TEST_F(SessionTest, SkipMakesSkipsThatBearTheCode) {
  machine.settings.policy = Policy::kSkip;
  machine.verdicts.gpu = NoDriver();
  for (const Place& place : {kFirst, kSecond}) {
    const TestFacts facts = Run(place);
    EXPECT_EQ(facts.answer.outcome, Outcome::kSkipped);
    EXPECT_EQ(facts.answer.text.find("GPU_UNAVAILABLE: "), 0U);
  }
  EXPECT_EQ(machine.session().FailedReadiness(), std::nullopt);
  EXPECT_EQ(machine.session().Readiness()->code, Code::kGpuUnavailable);
}

TEST_F(SessionTest, ACpuPassIsNoGpu) {
  machine.verdicts.gpu = machine.verdicts.cpu;
  const Answer answer = RequireGpu(kFirst);
  EXPECT_EQ(answer.outcome, Outcome::kFailed);
  EXPECT_EQ(answer.text.find("WORKER_FAILED: "), 0U);
}

TEST_F(SessionTest, TheCpuIsAskedByItselfAndMakesNoGpuTest) {
  machine.verdicts.gpu = NoDriver();
  (void)machine.session().StartTest({"A", "First"});
  EXPECT_TRUE(machine.session().RequireCpu(kFirst).met());
  EXPECT_TRUE(machine.session().RequireCpu(kFirst).met());
  EXPECT_FALSE(machine.session().EndTest().gpu);
  EXPECT_EQ(machine.verdicts.asked, std::vector<std::string>{"cpu A.First"});
}

TEST_F(SessionTest, ACpuThatIsNotReadyIsAFaultOfItsOwn) {
  machine.verdicts.cpu.verdict = MakeVerdict(Code::kTorchMissing, Cause::kNotFound, Stage::kImport);
  machine.verdicts.gpu = NoDriver();
  EXPECT_EQ(machine.session().RequireCpu(kFirst).outcome, Outcome::kFailed);
  EXPECT_EQ(RequireGpu(kSecond).outcome, Outcome::kFailed);
  EXPECT_EQ(machine.session().RequireCpu(kSecond).text, "not run: TORCH_MISSING, see A.First");
}

TEST_F(SessionTest, AnUnmetRequirementFailsThatTestAlone) {
  const TestFacts first = Run(kFirst, {Gpus(2)});
  EXPECT_EQ(first.answer.outcome, Outcome::kFailed);
  EXPECT_EQ(first.answer.text.find("DEVICE_INDEX_INVALID: this test wants "), 0U)
      << first.answer.text;
  EXPECT_EQ(Run(kSecond, {Gpus(2)}).answer.outcome, Outcome::kFailed);
  EXPECT_TRUE(Run(kSecond).answer.met());
  EXPECT_EQ(machine.session().FailedReadiness(), std::nullopt);
}

TEST_F(SessionTest, SkipSkipsAnUnmetRequirementToo) {
  machine.settings.policy = Policy::kSkip;
  EXPECT_EQ(RequireGpu(kFirst, {TotalMemory(100_GiB)}).outcome, Outcome::kSkipped);
}

TEST_F(SessionTest, AContradictionIsTheTestsMistakeWhateverThePolicyAndAsksNoDevice) {
  machine.settings.policy = Policy::kSkip;
  const Answer answer = RequireGpu(kFirst, {DeviceIndex(0), DeviceIndex(1)});
  EXPECT_EQ(answer.outcome, Outcome::kFailed);
  EXPECT_TRUE(machine.verdicts.asked.empty());
}

TEST_F(SessionTest, ARequirementOfTheUsersOwnMayStateOneItself) {
  const Requirement nested("something", [&](const Gpu& /*gpu*/) {
    return Finding{RequireGpu(kFirst).met(), "it is not there"};
  });
  EXPECT_TRUE(RequireGpu(kFirst, {nested}).met());
}

TEST_F(SessionTest, OthersGoOnWhileARequirementIsAsked) {
  EXPECT_TRUE(RequireGpu(kFirst).met());
  const Requirement waits("the other thread", [&](const Gpu& gpu) {
    bool met = false;
    std::thread([&] { met = RequireGpu(kFirst, {Gpus(1)}).met() && gpu.FreeMemory(); }).join();
    return Finding{met, "it does not come"};
  });
  machine.devices.memory = DeviceMemory{1_GiB, 2_GiB};
  EXPECT_TRUE(RequireGpu(kFirst, {waits}).met());
}

TEST_F(SessionTest, ALateThreadTouchesNothingOfTheTestThatRuns) {
  machine.session().ListenerAttached();
  (void)machine.session().StartTest({"A", "Second"});
  EXPECT_TRUE(RequireGpu(kSecond).met());
  EXPECT_TRUE(RequireGpu(kFirst).met());
  const TestFacts facts = machine.session().EndTest();
  EXPECT_EQ(FullName(facts.id), "A.Second");
  EXPECT_TRUE(facts.gpu && facts.reached);
}

TEST_F(SessionTest, IsAskedOnceByManyThreads) {
  (void)machine.session();
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] { EXPECT_TRUE(RequireGpu(kFirst).met()); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(machine.verdicts.asked.size(), 1U);
}

TEST_F(SessionTest, ASuiteThatIsNotReadyChargesItsFirstTest) {
  machine.verdicts.gpu = NoDriver();
  machine.session().ListenerAttached();
  machine.session().StartSuite("A");
  EXPECT_EQ(RequireGpu(kSuite).outcome, Outcome::kSkipped) << "the failure comes with the test";
  EXPECT_FALSE(machine.session().SuiteReady("A"));
  const Answer first = machine.session().StartTest({"A", "First"});
  EXPECT_EQ(first.outcome, Outcome::kFailed);
  EXPECT_NE(first.text.find("driver_missing"), std::string::npos);
  EXPECT_TRUE(machine.session().EndTest().gpu);
  EXPECT_EQ(machine.session().StartTest({"A", "Second"}).outcome, Outcome::kNotRun);
  EXPECT_EQ(machine.session().StartTest({"B", "Other"}).outcome, Outcome::kMet);
  machine.session().StartSuite("A");
  EXPECT_TRUE(machine.session().SuiteReady("A"));
}

TEST_F(SessionTest, WithoutAListenerTheSuiteFailsByItself) {
  machine.verdicts.gpu = NoDriver();
  EXPECT_EQ(RequireGpu(kSuite).outcome, Outcome::kFailed);
}

TEST_F(SessionTest, ASuitesOwnRequirementIsOneFaultForTheSuite) {
  machine.session().ListenerAttached();
  EXPECT_EQ(RequireGpu(kSuite, {Gpus(2)}).outcome, Outcome::kSkipped);
  EXPECT_EQ(machine.session().StartTest({"A", "First"}).outcome, Outcome::kFailed);
  EXPECT_EQ(machine.session().StartTest({"A", "Second"}).text,
            "not run: DEVICE_INDEX_INVALID, see A.First");
  machine.session().StartSuite("B");
  EXPECT_EQ(RequireGpu({"B", {}}, {Gpus(2)}).outcome, Outcome::kSkipped);
  EXPECT_EQ(machine.session().StartTest({"B", "First"}).outcome, Outcome::kFailed);
}

TEST_F(SessionTest, SkipSkipsEveryTestOfASuite) {
  machine.settings.policy = Policy::kSkip;
  machine.verdicts.gpu = NoDriver();
  EXPECT_EQ(RequireGpu(kSuite).outcome, Outcome::kSkipped);
  EXPECT_EQ(machine.session().StartTest({"A", "First"}).outcome, Outcome::kSkipped);
  EXPECT_EQ(machine.session().StartTest({"A", "Second"}).outcome, Outcome::kSkipped);
}

TEST_F(SessionTest, AnEnvironmentThatIsNotReadyStopsAllTests) {
  machine.verdicts.gpu = NoDriver();
  machine.session().ListenerAttached();
  EXPECT_EQ(RequireGpu(kOutside).outcome, Outcome::kFailed);
  EXPECT_EQ(machine.session().StartTest({"A", "First"}).outcome, Outcome::kFailed);
  EXPECT_EQ(machine.session().StartTest({"B", "Second"}).text,
            "not run: GPU_UNAVAILABLE, see A.First");
  machine.session().StartIteration();
  EXPECT_TRUE(machine.session().StartTest({"B", "Third"}).met());
}

TEST_F(SessionTest, ASuiteOfSomebodyElsesTroubleIsBlockedToo) {
  Fault fault;
  fault.charge.code = Code::kCheckFailed;
  fault.text = "CHECK_FAILED: SetUpTestSuite of A failed";
  machine.session().BlockSuite("A", fault, false);
  machine.session().BlockSuite("B", fault, true);
  EXPECT_EQ(machine.session().StartTest({"A", "First"}).outcome, Outcome::kFailed);
  EXPECT_FALSE(machine.session().EndTest().gpu);
  EXPECT_EQ(machine.session().StartTest({"A", "Second"}).outcome, Outcome::kNotRun);
  const Answer skipped = machine.session().StartTest({"B", "First"});
  EXPECT_EQ(skipped.outcome, Outcome::kSkipped);
  EXPECT_FALSE(skipped.charge.has_value());
}

TEST_F(SessionTest, AChildAsksNothingAndHasNothing) {
  machine.in_child = true;
  EXPECT_EQ(RequireGpu(kFirst).outcome, Outcome::kFailed);
  EXPECT_EQ(RequireGpu(kFirst).text.find("CHECK_FAILED: usage error: "), 0U);
  EXPECT_EQ(machine.session().RequireCpu(kFirst).outcome, Outcome::kFailed);
  int device = -1;
  EXPECT_TRUE(machine.session().UseDevice(kFirst, {}, device).met());
  EXPECT_TRUE(machine.session().LookAtDevices().empty());
  EXPECT_TRUE(machine.verdicts.asked.empty());
  EXPECT_TRUE(machine.devices.calls.empty());
}

TEST_F(SessionTest, AForkHasWhatItsParentFound) {
  EXPECT_TRUE(RequireGpu(kFirst).met());
  machine.in_child = true;
  EXPECT_TRUE(RequireGpu(kFirst).met());
  EXPECT_TRUE(RequireGpu(kFirst, {Gpus(1), FreeMemory(1_GiB)}).met());
  EXPECT_EQ(RequireGpu(kFirst, {Gpus(2)}).text.find("DEVICE_INDEX_INVALID: "), 0U);
  EXPECT_EQ(machine.session().RequireCpu(kFirst).outcome, Outcome::kFailed);
}

TEST_F(SessionTest, AForkOfAProcessThatIsNotReadyFailsAndIsNeverSkipped) {
  machine.settings.policy = Policy::kSkip;
  machine.verdicts.gpu = NoDriver();
  (void)RequireGpu(kFirst);
  machine.in_child = true;
  EXPECT_EQ(RequireGpu(kSecond).outcome, Outcome::kFailed);
}

TEST_F(SessionTest, AChildThatIsAnotherProcessIsTold) {
  EXPECT_TRUE(RequireGpu(kFirst).met());
  EXPECT_TRUE(machine.session().RequireCpu(kFirst).met());
  EXPECT_EQ(machine.handed_on, (std::vector{CheckTarget::kGpu, CheckTarget::kCpu}));
  StandinMachine child;
  child.in_child = true;
  child.handed = CheckTarget::kGpu;
  EXPECT_TRUE(child.session().RequireGpu(kFirst, {Gpus(2)}).met());
  EXPECT_FALSE(child.session().RequireCpu(kFirst).met());
  machine.handed_on.clear();
}

TEST_F(SessionTest, AProcessThatIsNotReadyHandsNothingOn) {
  machine.verdicts.gpu = NoDriver();
  (void)RequireGpu(kFirst);
  EXPECT_TRUE(machine.handed_on.empty());
}

TEST_F(SessionTest, AWrongFlagFailsTheTestThatRequires) {
  machine.usage_problem = "--kernodeck_x is no flag.";
  EXPECT_EQ(RequireGpu(kFirst).text, "CHECK_FAILED: usage error: --kernodeck_x is no flag.");
  EXPECT_EQ(machine.session().RequireCpu(kSecond).outcome, Outcome::kNotRun);
  EXPECT_TRUE(machine.verdicts.asked.empty());
}

TEST_F(SessionTest, WhomAnotherProcessChargedIsNamed) {
  machine.verdicts.gpu = NoDriver();
  machine.verdicts.gpu.charged_to = TestId{"Z", "Before"};
  EXPECT_EQ(RequireGpu(kFirst).text, "not run: GPU_UNAVAILABLE, see Z.Before");
}

TEST_F(SessionTest, WhatTheCommandSaidGoesToTheTerminal) {
  machine.verdicts.gpu = NoDriver();
  machine.verdicts.gpu.said = "the command's own words";
  const Answer answer = RequireGpu(kFirst);
  EXPECT_EQ(machine.said, std::vector<std::string>{"the command's own words"});
  EXPECT_EQ(answer.text.find("own words"), std::string::npos);
}

TEST_F(SessionTest, UsesTheDeviceThatIsAskedFor) {
  int device = -1;
  machine.settings.device = 2;
  EXPECT_TRUE(machine.session().UseDevice(kFirst, {}, device).met());
  EXPECT_EQ(device, 2);
  EXPECT_TRUE(machine.session().UseDevice(kFirst, {DeviceIndex(1)}, device).met());
  EXPECT_EQ(device, 1);
  EXPECT_EQ(machine.devices.calls, (std::vector<std::string>{"load", "set 2", "load", "set 1"}));
}

TEST_F(SessionTest, ADeviceThatCannotBeUsedFailsTheTest) {
  machine.devices.set_device_number = 46;
  int device = -1;
  const Answer answer = machine.session().UseDevice(kFirst, {}, device);
  EXPECT_EQ(answer.outcome, Outcome::kFailed);
  EXPECT_NE(answer.text.find("error 46"), std::string::npos) << answer.text;
}

TEST_F(SessionTest, ADriverThatCannotBeLoadedHereIsLeftToTheTest) {
  machine.devices.loaded = machine.devices.loads = false;
  machine.devices.set_device_number = 46;
  int device = -1;
  EXPECT_TRUE(machine.session().UseDevice(kFirst, {}, device).met());
}

TEST_F(SessionTest, ChecksAgainWhereItIsAskedTo) {
  EXPECT_EQ(machine.session().CheckAgain(), std::nullopt);
  machine.verdicts.again = NoDriver();
  EXPECT_EQ(machine.session().CheckAgain()->code, Code::kGpuUnavailable);
}

}  // namespace
}  // namespace kernodeck
