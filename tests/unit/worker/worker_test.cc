// Covers C2, C3, C6, C8, C9, D1, D6, D19, fault rows 1, 3, 4, 8, 9, 12, 15, 17, 20, 25, 27 and 28:
// the worker as a process, with stand-ins for the driver, LibTorch and the probe.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>

#include "tests/unit/worker/test_support.h"

namespace kernodeck {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string StandinProbe() { return (Standins() / "probes/standin_probe.so").string(); }

std::vector<std::string> Arguments(const std::string& mode, const std::string& folder = "whole",
                                   const std::string& probe = StandinProbe()) {
  return {"--mode", mode,          "--libtorch-dir", (Standins() / ("libtorch_" + folder)).string(),
          "--load", "libtorch.so", "--probe",        probe};
}

Variables WithFakeDriver(Variables more = {}) {
  more.emplace_back("LD_LIBRARY_PATH", (Standins() / "fake_driver").string());
  return more;
}

std::string Field(const Event& event, const std::string& key) {
  return std::string(event.Find(key).value_or("(none)"));
}

TEST(WorkerTest, ReportsEveryStageInOrder) {
  const WorkerOutcome outcome = RunWorkerProcess(Arguments("gpu"), WithFakeDriver());
  EXPECT_TRUE(outcome.exited);
  EXPECT_EQ(outcome.exit_status, 0) << outcome.output;
  EXPECT_EQ(outcome.events.front(), (Event{"hello", {{"protocol", "1"}}}));
  EXPECT_THAT(
      outcome.Order(),
      ElementsAre("begin driver", "end driver", "begin import", "end import", "begin backend",
                  "end backend", "begin device", "end device", "begin allocation", "end allocation",
                  "begin product", "end product", "begin gradient", "end gradient",
                  "begin synchronize", "end synchronize", "begin report", "end report", "done"));
  EXPECT_TRUE(outcome.Has("begin", "context"));
  EXPECT_TRUE(outcome.Has("end", "context"));
  EXPECT_EQ(Field(outcome.Find("values"), "device"), "cuda:0");
}

TEST(WorkerTest, EndsTheOrdinaryWayWhereTheExitIsChecked) {
  std::vector<std::string> arguments = Arguments("gpu");
  arguments.emplace_back("--check-exit");
  const WorkerOutcome outcome = RunWorkerProcess(arguments, WithFakeDriver());
  EXPECT_TRUE(outcome.exited);
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.Order().back(), "done");
}

// D19
TEST(WorkerTest, TouchesNoDriverInCpuMode) {
  const TemporaryFolder folder;
  const std::string marker = (folder.path() / "marker").string();
  const WorkerOutcome outcome =
      RunWorkerProcess(Arguments("cpu"), WithFakeDriver({{"KERNODECK_FAKE_MARKER", marker}}));
  EXPECT_EQ(outcome.Order().front(), "begin import");
  EXPECT_EQ(outcome.Order().back(), "done");
  EXPECT_FALSE(outcome.Has("driver"));
  EXPECT_FALSE(std::filesystem::exists(marker));
  RunWorkerProcess(Arguments("gpu"), WithFakeDriver({{"KERNODECK_FAKE_MARKER", marker}}));
  EXPECT_TRUE(std::filesystem::exists(marker)) << "the marker works";
}

TEST(WorkerTest, OnlyCountsWhereThatIsAsked) {
  const WorkerOutcome outcome =
      RunWorkerProcess({"--mode", "count"}, WithFakeDriver({{"KERNODECK_FAKE_COUNT", "3"}}));
  EXPECT_EQ(Field(outcome.Find("driver"), "device_count"), "3");
  EXPECT_THAT(outcome.Order(), ElementsAre("begin driver", "end driver", "done"));
  EXPECT_FALSE(outcome.Has("device"));
}

TEST(WorkerTest, RefusesWrongArgumentsWithStatus64) {
  const WorkerOutcome outcome = RunWorkerProcess({"--mode", "fast"});
  EXPECT_EQ(outcome.exit_status, 64);
  EXPECT_TRUE(outcome.events.empty());
  EXPECT_THAT(outcome.output, HasSubstr("--mode"));
  EXPECT_EQ(RunWorkerProcess({"--channel", "777"}).exit_status, 64) << "not open";
}

struct ImportCase {
  const char* folder;
  const char* kind;
  const char* detail;
};

class ImportFaultTest : public testing::TestWithParam<ImportCase> {};

TEST_P(ImportFaultTest, IsReportedByItsKind) {
  const WorkerOutcome outcome = RunWorkerProcess(Arguments("cpu", GetParam().folder));
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_THAT(outcome.Order(), ElementsAre("begin import", "failure import", "done"));
  EXPECT_EQ(Field(outcome.Find("failure"), "kind"), GetParam().kind);
  EXPECT_EQ(Field(outcome.Find("failure"), "detail"), GetParam().detail);
}

INSTANTIATE_TEST_SUITE_P(
    All, ImportFaultTest,
    testing::Values(ImportCase{"missing_dependency", "missing_dependency",
                               "libkernodeck_absent.so.9"},
                    ImportCase{"version_not_found", "version_not_found", "KERNODECK_2.99"},
                    ImportCase{"undefined_symbol", "undefined_symbol", "libtorch.so"},
                    ImportCase{"machine", "wrong_architecture", "libtorch.so"},
                    ImportCase{"word_size", "wrong_architecture", "libtorch.so"},
                    ImportCase{"truncated", "invalid_library", "libtorch.so"},
                    ImportCase{"text", "invalid_library", "libtorch.so"},
                    ImportCase{"empty", "invalid_library", "libtorch.so"},
                    ImportCase{"nowhere", "not_found", "libtorch.so"}),
    [](const auto& test) { return std::string(test.param.folder); });

TEST(WorkerTest, SaysThatNoLibTorchWasFoundOrNoProbeWasBuilt) {
  EXPECT_EQ(Field(RunWorkerProcess({"--mode", "cpu"}).Find("failure"), "kind"), "not_found");
  std::vector<std::string> arguments = Arguments("cpu");
  arguments.resize(arguments.size() - 2);
  EXPECT_EQ(Field(RunWorkerProcess(arguments).Find("failure"), "kind"), "probe_missing");
  const WorkerOutcome gone = RunWorkerProcess(Arguments("cpu", "whole", "/nowhere/probe.so"));
  EXPECT_EQ(Field(gone.Find("failure"), "kind"), "probe_missing");
}

TEST(WorkerTest, TellsProbesThatDoNotFitApart) {
  const auto kind = [](const std::string& module, const Variables& variables = {}) {
    const std::string file = (Standins() / "probes" / module).string();
    return Field(RunWorkerProcess(Arguments("cpu", "whole", file), variables).Find("failure"),
                 "kind");
  };
  EXPECT_EQ(kind("standin_misfit_probe.so"), "abi_mismatch");
  EXPECT_EQ(kind("standin_other_module.so"), "probe_invalid");
  EXPECT_EQ(kind("../libtorch_text/libtorch.so"), "probe_invalid");
  EXPECT_EQ(kind("standin_probe.so", {{"KERNODECK_STANDIN_PROBE", "other_interface"}}),
            "probe_invalid");
  EXPECT_EQ(kind("standin_probe.so", {{"KERNODECK_STANDIN_PROBE", "other_torch"}}), "abi_mismatch");
}

// C3: a library's constructor runs in the worker, and what it does to the process is seen.
TEST(WorkerTest, DiesWithALibraryThatCrashesWhileItLoads) {
  for (const auto& [folder, signal] : {std::pair("segv", SIGSEGV), std::pair("ill", SIGILL)}) {
    const WorkerOutcome outcome = RunWorkerProcess(Arguments("cpu", folder));
    EXPECT_FALSE(outcome.exited);
    EXPECT_EQ(outcome.signal, signal);
    EXPECT_THAT(outcome.Order(), ElementsAre("begin import"));
  }
}

TEST(WorkerTest, DoesNotClaimAReportWhereALibraryEndsTheProcess) {
  const WorkerOutcome outcome = RunWorkerProcess(Arguments("cpu", "exit"));
  EXPECT_TRUE(outcome.exited);
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_FALSE(outcome.Has("done"));
}

// D6
TEST(WorkerTest, KeepsNoiseOfLibrariesOutOfTheReport) {
  const WorkerOutcome outcome = RunWorkerProcess(Arguments("cpu", "noise"));
  EXPECT_TRUE(outcome.channel_valid);
  EXPECT_THAT(outcome.output, HasSubstr("end\twhat=import"));
  EXPECT_EQ(outcome.Order().back(), "done");
}

// C2, C8: the number comes through, though the exception has none and the runtime's was cleared.
TEST(WorkerTest, FillsInTheNumberThatTheRuntimeHad) {
  const Variables variables = WithFakeDriver(
      {{"KERNODECK_STANDIN_PROBE", "torch_failure"}, {"KERNODECK_STANDIN_LAST_ERROR", "209"}});
  const Event failure = RunWorkerProcess(Arguments("gpu"), variables).Find("failure", "product");
  EXPECT_EQ(Field(failure, "kind"), "runtime");
  EXPECT_EQ(Field(failure, "number"), "209");
  EXPECT_EQ(Field(failure, "retry_number"), "0");
}

TEST(WorkerTest, AsksTheContextWhereTheRuntimeHadNoNumber) {
  const Variables variables = WithFakeDriver(
      {{"KERNODECK_STANDIN_PROBE", "torch_failure"}, {"KERNODECK_FAKE_SYNCHRONIZE", "719"}});
  const Event failure = RunWorkerProcess(Arguments("gpu"), variables).Find("failure", "product");
  EXPECT_EQ(Field(failure, "kind"), "driver");
  EXPECT_EQ(Field(failure, "number"), "719");
  EXPECT_EQ(Field(failure, "call"), "cuCtxSynchronize");
}

TEST(WorkerTest, LeavesAFailureWithoutANumberAsItIs) {
  const Variables variables = WithFakeDriver({{"KERNODECK_STANDIN_PROBE", "torch_failure"}});
  const Event failure = RunWorkerProcess(Arguments("gpu"), variables).Find("failure", "product");
  EXPECT_EQ(Field(failure, "kind"), "torch");
  EXPECT_EQ(Field(failure, "number"), "(none)");
}

TEST(WorkerTest, AsksForTheDevicesMemoryAfterAFailure) {
  const Variables variables = WithFakeDriver({{"KERNODECK_STANDIN_PROBE", "out_of_memory"},
                                              {"KERNODECK_FAKE_FREE", "1048576"},
                                              {"KERNODECK_FAKE_ALLOCATE", "2"}});
  const Event failure = RunWorkerProcess(Arguments("gpu"), variables).Find("failure", "allocation");
  EXPECT_EQ(Field(failure, "kind"), "out_of_memory");
  EXPECT_EQ(Field(failure, "free_bytes"), "1048576");
  EXPECT_EQ(Field(failure, "retry_number"), "2");
}

TEST(WorkerTest, ReportsARefusedContextAtAllocation) {
  for (const char* const number : {"2", "46", "214"}) {
    const WorkerOutcome outcome =
        RunWorkerProcess(Arguments("gpu"), WithFakeDriver({{"KERNODECK_FAKE_CONTEXT", number}}));
    const Event failure = outcome.Find("failure", "allocation");
    EXPECT_EQ(Field(failure, "kind"), "driver");
    EXPECT_EQ(Field(failure, "number"), number);
    EXPECT_EQ(Field(failure, "retry_number"), number);
    EXPECT_EQ(outcome.Order().back(), "done");
    EXPECT_EQ(outcome.exit_status, 0);
  }
}

TEST(WorkerTest, LeavesTheContextAloneForAnIndexThatIsNotThere) {
  std::vector<std::string> arguments = Arguments("gpu");
  arguments.insert(arguments.end(), {"--device-index", "9"});
  EXPECT_FALSE(RunWorkerProcess(arguments, WithFakeDriver()).Has("begin", "context"));
}

TEST(WorkerTest, GoesOnAfterADriverThatFails) {
  const WorkerOutcome outcome = RunWorkerProcess(
      Arguments("gpu"),
      WithFakeDriver({{"KERNODECK_FAKE_CUINIT", "802"}, {"KERNODECK_STANDIN_PROBE", "no_device"}}));
  EXPECT_EQ(Field(outcome.Find("driver"), "error"), "802");
  EXPECT_EQ(Field(outcome.Find("failure", "device"), "number"), "802");
  EXPECT_FALSE(outcome.Has("begin", "context"));
}

TEST(WorkerTest, AsksTheRuntimeWhereTheDriverIsContent) {
  const WorkerOutcome outcome = RunWorkerProcess(
      Arguments("gpu"), WithFakeDriver({{"KERNODECK_STANDIN_DEVICE_COUNT_ERROR", "35"},
                                        {"KERNODECK_STANDIN_PROBE", "no_device"}}));
  EXPECT_EQ(Field(outcome.Find("failure", "device"), "number"), "35");
  EXPECT_EQ(Field(outcome.Find("failure", "device"), "call"), "cudaGetDeviceCount");
}

// C5: a ROCm package is reported as such.
TEST(WorkerTest, PassesOnWhatAHipBuildSays) {
  const WorkerOutcome outcome =
      RunWorkerProcess(Arguments("cpu"), {{"KERNODECK_STANDIN_PROBE", "hip"}});
  EXPECT_THAT(outcome.events, testing::Contains(Event{"torch", {{"hip_build", "6.2"}}}));
  EXPECT_THAT(outcome.events, testing::Contains(Event{"torch", {{"backend", "rocm"}}}));
}

TEST(WorkerTest, DiesByTheProbesSignalAtItsStage) {
  const WorkerOutcome outcome =
      RunWorkerProcess(Arguments("cpu"), {{"KERNODECK_STANDIN_PROBE", "crash"}});
  EXPECT_EQ(outcome.signal, SIGSEGV);
  EXPECT_EQ(outcome.Order().back(), "begin product");
}

TEST(WorkerTest, HasBegunWhatItCrashesIn) {
  const WorkerOutcome outcome = RunWorkerProcess(
      Arguments("gpu"), WithFakeDriver({{"KERNODECK_FAKE_BEHAVIOUR", "crash_init"}}));
  EXPECT_EQ(outcome.signal, SIGSEGV);
  EXPECT_THAT(outcome.Order(), ElementsAre("begin driver"));
}

// Beside a Python worker: all that the driver says, no context, no LibTorch.
TEST(WorkerTest, AsksTheDriverAlone) {
  const WorkerOutcome outcome =
      RunWorkerProcess({"--mode", "driver"}, WithFakeDriver({{"KERNODECK_FAKE_COUNT", "3"}}));
  EXPECT_EQ(Field(outcome.Find("driver"), "device_count"), "3");
  EXPECT_THAT(outcome.Order(), ElementsAre("begin driver", "end driver", "done"));
  EXPECT_TRUE(outcome.Has("device"));
  EXPECT_FALSE(outcome.Has("begin", "context"));
  EXPECT_EQ(outcome.exit_status, 0);
}

// A second look at a library: no driver, no probe, and the library as it is named.
TEST(WorkerTest, LoadsALibraryAlone) {
  const TemporaryFolder folder;
  const std::string marker = (folder.path() / "marker").string();
  const WorkerOutcome outcome =
      RunWorkerProcess(Arguments("load"), WithFakeDriver({{"KERNODECK_FAKE_MARKER", marker}}));
  EXPECT_THAT(outcome.Order(), ElementsAre("begin import", "end import", "done"));
  EXPECT_FALSE(std::filesystem::exists(marker));
  const WorkerOutcome broken = RunWorkerProcess(Arguments("load", "missing_dependency"));
  EXPECT_EQ(Field(broken.Find("failure"), "kind"), "missing_dependency");
}

}  // namespace
}  // namespace kernodeck
