// Covers C5, C6, C8, D1, D4, D19 and faults 1, 3, 6, 9, 15: the worker with the real LibTorch of
// this build and its probe.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "tests/unit/worker/test_support.h"

namespace kernodeck {
namespace {

using testing::HasSubstr;

const bool kCpuOnly = std::string(KERNODECK_TEST_LIBTORCH_BACKEND) == "cpu";

std::vector<std::string> Arguments(const std::string& mode) {
  return {"--mode", mode,          "--libtorch-dir", KERNODECK_TEST_LIBTORCH_DIR,
          "--load", "libtorch.so", "--probe",        KERNODECK_PROBE};
}

Variables WithFakeDriver(Variables more) {
  more.emplace_back("LD_LIBRARY_PATH", (Standins() / "fake_driver").string());
  return more;
}

std::map<std::string, std::string> TorchFactsOf(const WorkerOutcome& outcome) {
  std::map<std::string, std::string> facts;
  for (const Event& event : outcome.events) {
    if (event.name == "torch") facts.insert(event.fields.begin(), event.fields.end());
  }
  return facts;
}

void ExpectAllValues(const WorkerOutcome& outcome, const std::string& device) {
  const std::map<std::string, std::string> expected = {{"product", "4,4,10,8"},
                                                       {"loss", "196"},
                                                       {"gradient_a", "16,24,40,52"},
                                                       {"gradient_b", "68,56,96,80"}};
  std::map<std::string, std::string> values;
  for (const Event& event : outcome.events) {
    if (event.name != "values") continue;
    values.emplace(event.Find("name").value_or(""), event.Find("data").value_or(""));
    EXPECT_EQ(event.Find("device"), device);
  }
  EXPECT_EQ(values, expected);
}

TEST(RealLibTorchTest, PassesOnTheCpuAndTouchesNoDriver) {
  const TemporaryFolder folder;
  const std::string marker = (folder.path() / "marker").string();
  const WorkerOutcome outcome =
      RunWorkerProcess(Arguments("cpu"), WithFakeDriver({{"KERNODECK_FAKE_MARKER", marker}}));
  EXPECT_TRUE(outcome.exited);
  EXPECT_EQ(outcome.exit_status, 0) << outcome.output;
  EXPECT_EQ(outcome.Order().back(), "done");
  ExpectAllValues(outcome, "cpu");
  EXPECT_FALSE(std::filesystem::exists(marker)) << "libcuda.so.1 was loaded";
  const std::map<std::string, std::string> facts = TorchFactsOf(outcome);
  // The package may add a local part: 2.11.0+cu130.
  EXPECT_THAT(KERNODECK_TEST_LIBTORCH_VERSION, testing::StartsWith(facts.at("version")));
  EXPECT_EQ(facts.at("backend"), KERNODECK_TEST_LIBTORCH_BACKEND);
  EXPECT_EQ(facts.at("gpu_library_beside"), kCpuOnly ? "0" : "1");
  EXPECT_EQ(facts.count("gpu_available"), 0U);
  EXPECT_EQ(facts.count("device_count"), 0U);
  EXPECT_TRUE(outcome.Has("library"));
}

TEST(RealLibTorchTest, EndsTheOrdinaryWayToo) {
  std::vector<std::string> arguments = Arguments("cpu");
  arguments.emplace_back("--check-exit");
  const WorkerOutcome outcome = RunWorkerProcess(arguments);
  EXPECT_TRUE(outcome.exited) << outcome.signal;
  EXPECT_EQ(outcome.exit_status, 0) << outcome.output;
  EXPECT_EQ(outcome.Order().back(), "done");
}

TEST(RealLibTorchTest, IsTheOneThatIsReportedAsMapped) {
  const WorkerOutcome outcome = RunWorkerProcess(Arguments("cpu"));
  const std::string folder = std::filesystem::canonical(KERNODECK_TEST_LIBTORCH_DIR).string();
  int mapped = 0;
  for (const Event& event : outcome.events) {
    const std::string text(event.Find("text").value_or(""));
    if (text.find("mapped: ") != 0) continue;
    EXPECT_THAT(std::filesystem::canonical(text.substr(8)).string(), HasSubstr(folder));
    ++mapped;
  }
  EXPECT_GE(mapped, 2);
}

TEST(RealLibTorchTest, HasNoBackendForTheGpuInACpuPackage) {
  if (!kCpuOnly) GTEST_SKIP() << "this LibTorch has a GPU backend";
  const WorkerOutcome outcome = RunWorkerProcess(Arguments("gpu"));
  EXPECT_EQ(outcome.Find("failure", "backend").Find("kind"), "no_backend");
  EXPECT_EQ(outcome.Order().back(), "done");
}

// On a machine with a GPU it passes; on one without it says what is missing. Never anything else.
TEST(RealLibTorchTest, SaysWhatThisMachineHas) {
  if (kCpuOnly) GTEST_SKIP() << "this LibTorch has no GPU backend";
  const WorkerOutcome outcome = RunWorkerProcess(Arguments("gpu"));
  EXPECT_EQ(outcome.exit_status, 0) << outcome.output;
  EXPECT_TRUE(outcome.Has("end", "import"));
  EXPECT_TRUE(outcome.Has("end", "backend"));
  const Event driver = outcome.Find("driver");
  if (driver.Find("device_count").value_or("0") != "0") {
    EXPECT_EQ(outcome.Order().back(), "done");
    EXPECT_FALSE(outcome.Has("failure"));
    ExpectAllValues(outcome, "cuda:0");
    return;
  }
  EXPECT_EQ(outcome.Find("failure", "device").Find("kind"), "no_device");
  if (driver.Find("library") == "missing") {
    EXPECT_FALSE(outcome.Find("failure", "device").Find("number").has_value());
  }
}

struct NumberCase {
  const char* name;
  Variables variables;
  const char* number;
  const char* call;
};

class FakeDriverTest : public testing::TestWithParam<NumberCase> {};

TEST_P(FakeDriverTest, BringsItsNumberThroughTheRealRuntime) {
  if (kCpuOnly) GTEST_SKIP() << "this LibTorch has no GPU backend";
  const WorkerOutcome outcome =
      RunWorkerProcess(Arguments("gpu"), WithFakeDriver(GetParam().variables));
  const Event failure = outcome.Find("failure", "device");
  EXPECT_EQ(failure.Find("kind"), "no_device");
  EXPECT_EQ(failure.Find("number"), GetParam().number);
  EXPECT_EQ(failure.Find("call"), GetParam().call);
  EXPECT_EQ(outcome.Order().back(), "done");
}

INSTANTIATE_TEST_SUITE_P(
    All, FakeDriverTest,
    testing::Values(
        NumberCase{"fabric", {{"KERNODECK_FAKE_CUINIT", "802"}}, "802", "cuInit"},
        NumberCase{"mismatch", {{"KERNODECK_FAKE_CUINIT", "803"}}, "803", "cuInit"},
        NumberCase{"stub", {{"KERNODECK_FAKE_CUINIT", "34"}}, "34", "cuInit"},
        NumberCase{"unknown", {{"KERNODECK_FAKE_CUINIT", "999"}}, "999", "cuInit"},
        NumberCase{"hidden", {{"CUDA_VISIBLE_DEVICES", "-1"}}, "100", "cuInit"},
        NumberCase{"too_old", {{"KERNODECK_FAKE_VERSION", "5000"}}, "35", "cudaGetDeviceCount"}),
    [](const auto& test) { return std::string(test.param.name); });

// D1: a package of another release is refused before anything of it is used.
TEST(RealLibTorchTest, DoesNotTakeAnotherLibTorchForItsOwn) {
  std::vector<std::string> arguments = Arguments("cpu");
  arguments[3] = (Standins() / "libtorch_whole").string();
  const WorkerOutcome outcome = RunWorkerProcess(arguments);
  EXPECT_EQ(outcome.Find("failure", "import").Find("kind"), "abi_mismatch");
}

}  // namespace
}  // namespace kernodeck
