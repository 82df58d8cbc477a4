// Covers D1, D19, D20, D21: what the worker is told.
#include "plugin/diagnosis/worker_command.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "plugin/diagnosis/python_worker_script.h"

namespace kernodeck {
namespace {

using Arguments = std::vector<std::string>;

bool Has(const Arguments& arguments, const std::string& word) {
  return std::find(arguments.begin(), arguments.end(), word) != arguments.end();
}

TEST(WorkerCommandTest, TellsWhatToLoadAndWhere) {
  DiagnosisRequest request;
  request.device_index = 1;
  request.expect_devices = 2;
  request.check_exit = true;
  Installation installation{"/k/bin/kernodeck", "/k/bin/kernodeck-worker", "/k/probe.so",
                            BuiltFor{"2.11.0", "cuda", "13.0", {}}};
  LibTorchLocation found;
  found.directory = "/torch lib";
  found.load = {"libtorch_cuda.so", "libtorch_cpu.so"};
  const WorkerCommand command = DiagnosisWorker(request, installation, found);
  EXPECT_EQ(command.executable, "/k/bin/kernodeck-worker");
  EXPECT_EQ(command.arguments,
            (Arguments{"--mode", "gpu", "--device-index", "1", "--libtorch-dir", "/torch lib",
                       "--load", "libtorch_cuda.so", "--load", "libtorch_cpu.so", "--platform",
                       "cuda", "--expect-devices", "2", "--probe", "/k/probe.so", "--check-exit"}));
  EXPECT_TRUE(command.unset_variables.empty());
}

TEST(WorkerCommandTest, WithoutLibTorchAndProbe) {
  DiagnosisRequest request;
  request.target = Target::kCpu;
  const WorkerCommand command = DiagnosisWorker(request, {}, {});
  EXPECT_TRUE(Has(command.arguments, "cpu"));
  EXPECT_FALSE(Has(command.arguments, "--libtorch-dir"));
  EXPECT_FALSE(Has(command.arguments, "--probe"));
}

TEST(WorkerCommandTest, CountingIsDoneWithoutTheHidingVariables) {
  const WorkerCommand command = CountingWorker({}, true, {"HIP_VISIBLE_DEVICES"});
  EXPECT_EQ(command.arguments, (Arguments{"--mode", "count", "--platform", "rocm"}));
  EXPECT_EQ(command.unset_variables, Arguments{"HIP_VISIBLE_DEVICES"});
  EXPECT_EQ(HidingVariables(false), Arguments{"CUDA_VISIBLE_DEVICES"});
  EXPECT_EQ(HidingVariables(true).size(), 4U);
}

TEST(WorkerCommandTest, AnInterpreterIsGivenTheScriptItself) {
  DiagnosisRequest request;
  request.device_index = 2;
  request.expect_devices = 3;
  request.check_exit = true;
  const WorkerCommand command = PythonWorker(request, "/env/bin/python");
  EXPECT_EQ(command.executable, "/env/bin/python");
  ASSERT_GT(command.arguments.size(), 3U);
  EXPECT_EQ(command.arguments[2], PythonWorkerScript());
  const Arguments rest(command.arguments.begin() + 3, command.arguments.end());
  EXPECT_EQ(command.arguments[0], "-B");
  EXPECT_EQ(rest, (Arguments{"--mode", "gpu", "--device-index", "2", "--expect-devices", "3",
                             "--check-exit"}));
}

TEST(WorkerCommandTest, TheWorkersThatOnlyLook) {
  EXPECT_EQ(DriverWorker({}, false).arguments,
            (Arguments{"--mode", "driver", "--platform", "cuda"}));
  EXPECT_TRUE(DriverWorker({}, true).unset_variables.empty());
  EXPECT_EQ(LoadingWorker({}, "/a folder", "libtorch.so").arguments,
            (Arguments{"--mode", "load", "--libtorch-dir", "/a folder", "--load", "libtorch.so"}));
  EXPECT_EQ(LocatingWorker("/bin/python3").arguments.back(), "locate");
}

}  // namespace
}  // namespace kernodeck
