// Covers D1, D2, D8, D10, D12, D20, D21 and C7 (hidden_by_env needs its proof): the whole diagnosis
// over stand-in workers, which are shell scripts that write the events of the protocol.
#include "plugin/diagnosis/diagnose.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/unit/diagnosis/temporary_folder.h"

namespace kernodeck {
namespace {

// bash: the channel may be a descriptor above 9, which a plain sh cannot name.
constexpr const char* kFindChannel =
    "#!/bin/bash\nall=\"$*\"\nwhile [ \"$1\" != --channel ]; do shift; done\n"
    "say() { printf \"$1\\n\" >&$CHANNEL; }\nCHANNEL=$2\nsay 'hello\\tprotocol=1'\n";

class DiagnoseTest : public testing::Test {
 protected:
  // A worker that runs `script`, in which `say` sends an event.
  Installation StandIn(const std::string& script) {
    const std::string find_channel = kFindChannel;
    Installation installation;
    installation.command = folder_.Path() / "kernodeck";
    installation.worker = folder_.WriteProgram("standin_worker", find_channel + script);
    return installation;
  }

  DiagnosticReport Run(const DiagnosisRequest& request, const std::string& script,
                       const std::map<std::string, std::string>& variables = {}) {
    const Environment environment = [variables](const std::string& name) {
      const auto found = variables.find(name);
      return found == variables.end() ? std::nullopt : std::optional(found->second);
    };
    DiagnosisOutcome outcome = Diagnose(request, StandIn(script), environment);
    EXPECT_FALSE(outcome.interrupted_by_signal);
    trace_ = outcome.trace;
    return outcome.report;
  }

  DiagnosisRequest WithLibTorch() {
    folder_.Write("torch/libtorch.so");
    DiagnosisRequest request;
    request.libtorch = folder_.Path() / "torch";
    request.time_limit = std::chrono::seconds(20);
    return request;
  }

  TemporaryFolder folder_;
  std::string trace_;
};

// C7: the variable is set, and a second look without it counts a device. The stand-in counts one
// only then.
constexpr const char* kHiddenDriver =
    "count=1; [ -n \"${CUDA_VISIBLE_DEVICES+set}\" ] && count=0\n"
    "say 'begin\\twhat=driver'\n"
    "say \"driver\\tlibrary=found\\tdevice_count=$count\"\n"
    "say 'end\\twhat=driver'\n"
    "case \"$all\" in *'--mode count'*) say done; exit 0;; esac\n"
    "say 'begin\\twhat=import'; say 'end\\twhat=import'\n"
    "say 'begin\\twhat=backend'; say 'end\\twhat=backend'\n"
    "say 'begin\\twhat=device'; say 'failure\\twhat=device\\tkind=no_device'; say done\n";

TEST_F(DiagnoseTest, AHidingVariableIsProvenByASecondLook) {
  ::setenv("CUDA_VISIBLE_DEVICES", "-1", 1);
  const DiagnosticReport report =
      Run(WithLibTorch(), kHiddenDriver, {{"CUDA_VISIBLE_DEVICES", "-1"}});
  ::unsetenv("CUDA_VISIBLE_DEVICES");
  EXPECT_EQ(report.verdict.code, Code::kGpuUnavailable);
  EXPECT_EQ(report.verdict.cause, Cause::kHiddenByEnv);
  EXPECT_EQ(report.verdict.owner, Owner::kSetup);
}

TEST_F(DiagnoseTest, AVariableThatHidesNothingIsNotBlamed) {
  ::setenv("CUDA_VISIBLE_DEVICES", "0", 1);
  std::string no_device_at_all = kHiddenDriver;
  no_device_at_all.replace(no_device_at_all.find("count=1"), 7, "count=0");
  const DiagnosticReport report =
      Run(WithLibTorch(), no_device_at_all, {{"CUDA_VISIBLE_DEVICES", "0"}});
  ::unsetenv("CUDA_VISIBLE_DEVICES");
  EXPECT_EQ(report.verdict.code, Code::kGpuUnavailable);
  EXPECT_FALSE(report.verdict.cause);
}

// C9: what `--all-devices` makes of a driver that does not count is what the check of one device
// makes of it. The stand-ins count in `$count`, and are well in all else.
constexpr const char* kCounts =
    "say 'begin\\twhat=driver'\n"
    "case \"$all\" in *'--mode count'*) eval \"$count\";; esac\n"
    "say 'driver\\tlibrary=found\\tdevice_count=3'; say 'end\\twhat=driver'\n"
    "case \"$all\" in *'--mode count'*) say done; exit 0;; esac\n";
constexpr const char* kImports =
    "say 'begin\\twhat=import'; say 'end\\twhat=import'\n"
    "say 'begin\\twhat=backend'; say 'end\\twhat=backend'\n"
    "say 'begin\\twhat=device'; say 'failure\\twhat=device\\tkind=no_device'; say done\n";
constexpr const char* kMisses =
    "say 'begin\\twhat=import'; say 'failure\\twhat=import\\tkind=not_found'; say done\n";

TEST_F(DiagnoseTest, ACountThatCrashesIsAFailureBehindTheImport) {
  DiagnosisRequest request = WithLibTorch();
  request.all_devices = true;
  const std::string crashes = "count='kill -SEGV $$'\n" + std::string(kCounts);
  const DiagnosticReport imports = Run(request, crashes + kImports);
  EXPECT_EQ(imports.verdict.code, Code::kWorkerFailed);
  EXPECT_EQ(imports.verdict.stage, Stage::kDevice);
  EXPECT_TRUE(imports.devices && imports.devices->empty());
  EXPECT_NE(trace_.find("the driver check"), std::string::npos);
  const DiagnosticReport misses = Run(request, crashes + kMisses);
  EXPECT_EQ(misses.verdict.code, Code::kTorchMissing);
  EXPECT_EQ(misses.verdict.stage, Stage::kImport);
}

TEST_F(DiagnoseTest, ADriverThatWasOnlyTooSlowToCountIsBelievedLater) {
  DiagnosisRequest request = WithLibTorch();
  request.all_devices = true;
  request.time_limit = std::chrono::seconds(6);
  const DiagnosticReport report =
      Run(request, "count='exec sleep 60'\n" + std::string(kCounts) + kImports);
  ASSERT_TRUE(report.devices);
  ASSERT_EQ(report.devices->size(), 3U);
  for (const DeviceVerdict& device : *report.devices) {
    EXPECT_EQ(device.verdict.code, Code::kGpuUnavailable) << device.index;
  }
}

TEST_F(DiagnoseTest, WithoutALibTorchADriverThatHangsIsNotTheFirstFailure) {
  DiagnosisRequest request;
  request.libtorch = folder_.Path() / "nonexistent";
  request.time_limit = std::chrono::seconds(2);
  const std::string hangs = "say 'begin\\twhat=driver'; exec sleep 60\n";
  for (const bool all : {false, true}) {
    request.all_devices = all;
    EXPECT_EQ(Run(request, hangs).verdict.cause, Cause::kNotFound) << all;
  }
  DiagnosisRequest found = WithLibTorch();
  found.time_limit = request.time_limit;
  for (const bool all : {false, true}) {
    found.all_devices = all;
    EXPECT_EQ(Run(found, hangs).verdict.cause, Cause::kHangDriverInit) << all;
  }
}

TEST_F(DiagnoseTest, ASearchThatCrashesIsCouldNotCheckAtImport) {
  folder_.WriteProgram("kernodeck", "#!/bin/sh\nkill -SEGV $$\n");
  const DiagnosticReport report = Run(WithLibTorch(), "");
  EXPECT_EQ(report.verdict.code, Code::kWorkerFailed);
  EXPECT_EQ(report.verdict.stage, Stage::kImport);
  EXPECT_NE(report.verdict.message.find("SIGSEGV"), std::string::npos) << report.verdict.message;
}

TEST_F(DiagnoseTest, WhatWasNotReachedIsEmptyAndTheRestIsFilled) {
  DiagnosisRequest request = WithLibTorch();
  request.labels = {{"runner", "a"}};
  request.requested = "cuda:0";
  const DiagnosticReport report =
      Run(request,
          "say 'begin\\twhat=driver'; say 'driver\\tlibrary=missing'; say 'end\\twhat=driver'\n"
          "say 'begin\\twhat=import'; say 'failure\\twhat=import\\tkind=not_found'; say done\n");
  EXPECT_EQ(report.verdict.code, Code::kTorchMissing);
  ASSERT_TRUE(report.driver);  // D21: filled in without a LibTorch
  EXPECT_EQ(report.driver->library_found, false);
  EXPECT_FALSE(report.torch.version || report.torch.same_as_caller || report.host);
  EXPECT_EQ(report.execution.requested, "cuda:0");
  EXPECT_EQ(report.labels.size(), 1U);
  EXPECT_EQ(report.runtime.system, "Linux");
  EXPECT_FALSE(report.runtime.kernodeck_version.empty() || report.runtime.compiler.empty());
  EXPECT_GT(report.total.count(), 0.0);
  EXPECT_NE(trace_.find(folder_.Path().string()), std::string::npos);
}

TEST_F(DiagnoseTest, ACallerWithoutLibTorchIsNoCallerToCompareWith) {
  DiagnosisRequest request = WithLibTorch();
  request.caller = ::getpid();
  const DiagnosticReport report =
      Run(request,
          "say 'begin\\twhat=import'; say 'failure\\twhat=import\\tkind=not_found'; say done\n");
  EXPECT_FALSE(report.torch.same_as_caller);
}

TEST_F(DiagnoseTest, AWorkerThatIsNotThereIsCouldNotCheck) {
  Installation installation = StandIn("");
  installation.worker = folder_.Path() / "gone";
  const DiagnosisOutcome outcome =
      Diagnose(WithLibTorch(), installation, [](const std::string&) { return std::nullopt; });
  EXPECT_EQ(outcome.report.verdict.code, Code::kWorkerFailed);
  EXPECT_EQ(outcome.report.verdict.cause, Cause::kWorkerNotStarted);
}

TEST_F(DiagnoseTest, OutputThatCannotBeSavedFailsOnlyAPassingCheck) {
  DiagnosticReport passing;
  passing.verdict = MakeVerdict(Code::kGpuCheckPassed, {}, Stage::kComplete);
  passing.execution.product_verified = true;
  passing.stages = {{Stage::kSynchronize, StageResult::kPassed, {}},
                    {Stage::kReport, StageResult::kPassed, {}}};
  MarkOutputFailed(passing, Cause::kOutputExists);
  EXPECT_EQ(passing.verdict.code, Code::kOutputWriteFailed);
  EXPECT_EQ(passing.verdict.stage, Stage::kReport);
  EXPECT_EQ(passing.stages[0].result, StageResult::kPassed);
  EXPECT_EQ(passing.stages[1].result, StageResult::kFailed);
  EXPECT_EQ(passing.execution.product_verified, true);

  DiagnosticReport failing;
  failing.verdict = MakeVerdict(Code::kGpuUnavailable, {}, Stage::kDevice);
  MarkOutputFailed(failing, Cause::kOutputExists);
  EXPECT_EQ(failing.verdict.code, Code::kGpuUnavailable);
}

}  // namespace
}  // namespace kernodeck
