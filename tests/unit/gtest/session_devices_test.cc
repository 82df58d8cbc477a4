// Covers G7, G13, G14 and G18: an asynchronous error fails the test that caused it; after a sticky
// one no other test is charged; memory that is left, and GPUs that were used without a word.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

#include "plugin/gtest/session.h"
#include "tests/unit/gtest/standin_session.h"

namespace kernodeck {
namespace {

using Outcome = Answer::Outcome;

struct SessionDevicesTest : testing::Test {
  // A test that requires a GPU, and what was found after it.
  std::vector<TestFinding> RunGpuTest(const std::string& name) {
    const Place place = {"A", name};
    (void)machine.session().StartTest({"A", name});
    answer = machine.session().RequireGpu(place, {});
    during();
    std::vector<TestFinding> findings = machine.session().LookAtDevices();
    facts = machine.session().EndTest();
    return findings;
  }
  std::vector<TestFinding> RunOtherTest() {
    (void)machine.session().StartTest({"A", "Other"});
    during();
    std::vector<TestFinding> findings = machine.session().LookAtDevices();
    facts = machine.session().EndTest();
    return findings;
  }
  StandinMachine machine;
  std::function<void()> during = [] {};
  Answer answer;
  TestFacts facts;
};

TEST_F(SessionDevicesTest, NothingIsFoundAfterAGoodTest) {
  EXPECT_TRUE(RunGpuTest("First").empty());
  EXPECT_TRUE(facts.reached);
  EXPECT_EQ(facts.device_error, std::nullopt);
}

TEST_F(SessionDevicesTest, AnErrorFailsTheTestThatHasJustRun) {
  machine.devices.sync = {2, 0, false};
  const auto findings = RunGpuTest("First");
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_TRUE(findings[0].failure);
  EXPECT_EQ(findings[0].text.find("OUT_OF_MEMORY: device 0 gave error 2 "), 0U) << findings[0].text;
  EXPECT_EQ(facts.device_error, 2);
  machine.devices.sync = {};
  EXPECT_TRUE(RunGpuTest("Second").empty());
  EXPECT_TRUE(answer.met());
}

TEST_F(SessionDevicesTest, AfterAStickyErrorNoTestIsCharged) {
  machine.devices.sync = {700, 0, true};
  const auto findings = RunGpuTest("Bad");
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].text.find("RUNTIME_ERROR: device 0 gave error 700 "), 0U);
  EXPECT_TRUE(facts.sticky);
  EXPECT_TRUE(RunGpuTest("Next").empty());
  EXPECT_EQ(answer.outcome, Outcome::kNotRun);
  EXPECT_EQ(answer.text, "not run: RUNTIME_ERROR, see A.Bad");
  EXPECT_FALSE(facts.sticky);
}

TEST_F(SessionDevicesTest, NoPolicySkipsABrokenDevice) {
  machine.settings.policy = Policy::kSkip;
  machine.devices.sync = {700, 0, true};
  (void)RunGpuTest("Bad");
  (void)RunGpuTest("Next");
  EXPECT_EQ(answer.outcome, Outcome::kNotRun);
}

TEST_F(SessionDevicesTest, LooksOnceAfterATest) {
  machine.devices.sync = {2, 0, false};
  (void)machine.session().StartTest({"A", "First"});
  (void)machine.session().RequireGpu({"A", "First"}, {});
  EXPECT_EQ(machine.session().LookAtDevices().size(), 1U);
  EXPECT_TRUE(machine.session().LookAtDevices().empty());
}

TEST_F(SessionDevicesTest, DoesNotWaitForATestThatDidNotRun) {
  machine.verdicts.gpu = NoDriver();
  machine.devices.sync = {700, 0, true};
  EXPECT_TRUE(RunGpuTest("First").empty());
}

TEST_F(SessionDevicesTest, NamesTheBytesThatAreLeft) {
  machine.settings.memory_check_bytes = 0;
  machine.devices.memory = DeviceMemory{8_MiB, 16_MiB};
  during = [&] { machine.devices.memory->free = 5_MiB; };
  const auto findings = RunGpuTest("First");
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_TRUE(findings[0].failure);
  EXPECT_EQ(findings[0].text,
            "CHECK_FAILED: this test left 3145728 bytes (3 MiB) of device memory allocated.");
}

TEST_F(SessionDevicesTest, LetsATestKeepWhatItMay) {
  machine.settings.memory_check_bytes = 2000;
  machine.devices.memory = DeviceMemory{Bytes(5000), Bytes(10000)};
  during = [&] { machine.devices.memory->free = Bytes(3000); };
  EXPECT_TRUE(RunGpuTest("First").empty());
}

TEST_F(SessionDevicesTest, MeasuresNoMemoryUnlessAskedTo) {
  EXPECT_TRUE(RunGpuTest("First").empty());
  for (const std::string& call : machine.devices.calls) EXPECT_NE(call.substr(0, 6), "memory");
}

TEST_F(SessionDevicesTest, NamesATestThatUsedAGpuWithoutAWord) {
  during = [&] { machine.devices.contexts = {1}; };
  const auto findings = RunOtherTest();
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_FALSE(findings[0].failure);
  EXPECT_EQ(findings[0].text.find("kernodeck: warning: A.Other: this test used device 1 and "), 0U);
  EXPECT_TRUE(RunOtherTest().empty()) << "only the test that made the context";
}

TEST_F(SessionDevicesTest, FailsSuchATestOnRequest) {
  machine.settings.unstated_gpu_use = UnstatedUse::kFail;
  during = [&] { machine.devices.contexts = {0, 1}; };
  const auto findings = RunOtherTest();
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_TRUE(findings[0].failure);
  EXPECT_EQ(findings[0].text.find("CHECK_FAILED: this test used devices 0, 1 and "), 0U);
}

TEST_F(SessionDevicesTest, OrLetsItBe) {
  machine.settings.unstated_gpu_use = UnstatedUse::kOff;
  during = [&] { machine.devices.contexts = {0}; };
  EXPECT_TRUE(RunOtherTest().empty());
}

TEST_F(SessionDevicesTest, ContextsOfGpuTestsAndOfTheirSurroundingsAreNobodys) {
  machine.devices.contexts = {0};
  machine.session().StartIteration();
  EXPECT_TRUE(RunOtherTest().empty());
  during = [&] { machine.devices.contexts = {0, 1}; };
  EXPECT_TRUE(RunGpuTest("First").empty());
  EXPECT_TRUE(RunOtherTest().empty());
}

TEST_F(SessionDevicesTest, ContextsOfEnvironmentsAreNobodys) {
  machine.session().StartIteration();
  machine.devices.contexts = {0};  // an environment's SetUp
  machine.session().StartSuite("A");
  EXPECT_TRUE(RunOtherTest().empty());
}

TEST_F(SessionDevicesTest, ContextsOfAskingAreNobodys) {
  during = [&] {
    (void)machine.session().RequireGpu({"A", "First"}, {FreeMemory(100_GiB)});
    machine.devices.contexts = {0};
  };
  (void)RunOtherTest();
  EXPECT_FALSE(facts.reached);
  during = [] {};
  EXPECT_TRUE(RunOtherTest().empty());
}

TEST_F(SessionDevicesTest, AsksForFreeMemoryOnlyBehindAGpuTestAndOnlyOfADeviceInUse) {
  machine.devices.memory = DeviceMemory{8_MiB, 16_MiB};
  machine.devices.contexts = {0};
  std::optional<std::uint64_t> free;
  during = [&] { free = machine.session().FreeDeviceMemory(); };
  (void)RunOtherTest();
  EXPECT_EQ(free, std::nullopt);
  (void)RunGpuTest("First");
  EXPECT_EQ(free, (8_MiB).count());
  machine.devices.contexts = {};
  (void)RunGpuTest("Second");
  EXPECT_EQ(free, std::nullopt);
}

TEST_F(SessionDevicesTest, AnotherDeviceIsCurrentForOneTest) {
  machine.verdicts.gpu = PassOnGpu(2);
  (void)machine.session().StartTest({"A", "First"});
  EXPECT_TRUE(machine.session().RequireGpu({"A", "First"}, {DeviceIndex(1)}).met());
  (void)machine.session().LookAtDevices();
  (void)machine.session().EndTest();
  std::vector<std::string> sets;
  std::copy_if(machine.devices.calls.begin(), machine.devices.calls.end(), std::back_inserter(sets),
               [](const std::string& call) { return call.substr(0, 3) == "set"; });
  EXPECT_EQ(sets, (std::vector<std::string>{"set 1", "set 0"}));
}

TEST_F(SessionDevicesTest, TheSettingsDeviceIsCurrentForEveryGpuTest) {
  machine.settings.device = 3;
  EXPECT_TRUE(RunGpuTest("First").empty());
  EXPECT_EQ(std::count(machine.devices.calls.begin(), machine.devices.calls.end(), "set 3"), 1);
  machine.devices.set_device_number = 46;
  (void)RunGpuTest("Second");
  EXPECT_EQ(answer.outcome, Outcome::kFailed);
}

TEST_F(SessionDevicesTest, ADeviceThatWasAskedForInASetUpIsCurrentInEachTest) {
  machine.verdicts.gpu = PassOnGpu(2);
  machine.session().StartSuite("A");
  EXPECT_TRUE(machine.session().RequireGpu({"A", {}}, {DeviceIndex(1)}).met());
  for (const char* const name : {"First", "Second"}) {
    machine.devices.calls.clear();
    EXPECT_TRUE(machine.session().StartTest({"A", name}).met());
    EXPECT_EQ(std::count(machine.devices.calls.begin(), machine.devices.calls.end(), "set 1"), 1);
    (void)machine.session().LookAtDevices();
    EXPECT_EQ(machine.devices.calls.back(), "set 0");
    (void)machine.session().EndTest();
  }
}

}  // namespace
}  // namespace kernodeck
