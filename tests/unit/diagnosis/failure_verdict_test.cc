// Covers C2 (the code follows the number of the call), C5, C7 (no cause is guessed), D2, D3,
// faults.md by number.
#include "plugin/diagnosis/failure_verdict.h"

#include <gtest/gtest.h>

#include "tests/unit/diagnosis/event_script.h"

namespace kernodeck {
namespace {

using Fields = EventScript::Fields;

Verdict JudgeFacts(const Facts& facts, const Circumstances& circumstances = {}) {
  EXPECT_TRUE(facts.failure) << facts.contradiction.value_or("no failure");
  return VerdictOfFailure(facts.failure.value_or(Failure{}), facts, circumstances);
}

// A failure at `stage`, with the stages before it passed.
Facts FailedAt(Stage stage, const std::string& kind, const Fields& more = {},
               const Fields& driver = {}) {
  EventScript script;
  if (!driver.empty()) script.Begin("driver").Send("driver", driver).End("driver");
  script.PassUntil(stage).Begin(std::string(Name(stage)));
  return ReadFacts(script.Fail(std::string(Name(stage)), kind, more).Exited().events);
}

void ExpectVerdict(const Verdict& verdict, Code code, std::optional<Cause> cause, Stage stage) {
  EXPECT_EQ(Info(verdict.code).name, Info(code).name) << verdict.message;
  EXPECT_EQ(verdict.cause ? Info(*verdict.cause).id : "none", cause ? Info(*cause).id : "none");
  EXPECT_EQ(Name(verdict.stage), Name(stage));
}

TEST(FailureVerdictTest, ImportFailuresBearTheCauseThatTheWorkerFound) {
  for (const CauseInfo& row : AllCauses()) {
    if (row.code != Code::kTorchMissing && row.code != Code::kTorchImportFailed) continue;
    ExpectVerdict(JudgeFacts(FailedAt(Stage::kImport, std::string(row.id))), row.code, row.cause,
                  Stage::kImport);
  }
  ExpectVerdict(JudgeFacts(FailedAt(Stage::kImport, "probe_missing")), Code::kWorkerFailed,
                Cause::kProbeMissing, Stage::kImport);
  ExpectVerdict(JudgeFacts(FailedAt(Stage::kImport, "probe_invalid")), Code::kWorkerFailed,
                Cause::kInvalidWorkerReport, Stage::kImport);
}

TEST(FailureVerdictTest, AnUnplacedImportFailureHasNoCause) {
  ExpectVerdict(JudgeFacts(FailedAt(Stage::kImport, "load_failed")), Code::kTorchImportFailed, {},
                Stage::kImport);
  // A worker cannot smuggle in a cause of another layer.
  ExpectVerdict(JudgeFacts(FailedAt(Stage::kImport, "driver_missing")), Code::kTorchImportFailed,
                {}, Stage::kImport);
}

TEST(FailureVerdictTest, NamesTheLibraryThatIsMissing) {
  const Verdict verdict =
      JudgeFacts(FailedAt(Stage::kImport, "missing_dependency", {{"detail", "libcudnn.so.9"}}));
  EXPECT_EQ(verdict.message, "A library that LibTorch needs was not found: libcudnn.so.9.");
}

TEST(FailureVerdictTest, AbsentBackend) {
  const auto absent = [](const char* beside) {
    EventScript script = EventScript().PassUntil(Stage::kBackend);
    script.Send("torch", {{"gpu_library_beside", beside}}).Begin("backend");
    return ReadFacts(script.Fail("backend", "no_backend").Exited().events);
  };
  ExpectVerdict(JudgeFacts(absent("0")), Code::kGpuBackendAbsent, Cause::kCpuOnlyBuild,
                Stage::kBackend);
  ExpectVerdict(JudgeFacts(absent("1")), Code::kGpuBackendAbsent, {}, Stage::kBackend);
  EventScript built_for_cuda = EventScript().PassUntil(Stage::kBackend);
  built_for_cuda.Send("torch", {{"gpu_library_beside", "0"}, {"cuda_build", "13.0"}});
  built_for_cuda.Begin("backend").Fail("backend", "no_backend");
  ExpectVerdict(JudgeFacts(ReadFacts(built_for_cuda.Exited().events)), Code::kGpuBackendAbsent,
                Cause::kGpuLibraryMissing, Stage::kBackend);
  Circumstances dropped;
  dropped.caller_lacks_gpu_library = true;
  ExpectVerdict(JudgeFacts(absent("1"), dropped), Code::kGpuBackendAbsent, Cause::kBackendNotLoaded,
                Stage::kBackend);
}

struct NumberCase {
  int number;
  Code code;
  std::optional<Cause> cause;
};

// Driver initialization and device count: 6, but for ECC. An index is judged by the number of
// devices alone.
TEST(FailureVerdictTest, NumbersOfInitAndCount) {
  const std::vector<NumberCase> cases = {
      {34, Code::kGpuUnavailable, Cause::kStubDriverLoaded},
      {35, Code::kGpuUnavailable, Cause::kDriverTooOld},
      {46, Code::kGpuUnavailable, Cause::kDeviceBusy},
      {100, Code::kGpuUnavailable, {}},
      {2, Code::kGpuUnavailable, {}},
      {101, Code::kGpuUnavailable, {}},
      {214, Code::kRuntimeError, Cause::kEccUncorrectable},
      {802, Code::kGpuUnavailable, Cause::kFabricNotReady},
      {803, Code::kGpuUnavailable, Cause::kDriverLibraryMismatch},
      {804, Code::kGpuUnavailable, Cause::kForwardCompatUnsupported},
      {807, Code::kGpuUnavailable, Cause::kMpsUnavailable},
      {999, Code::kGpuUnavailable, Cause::kDriverUnknownState},
      {77, Code::kGpuUnavailable, {}},
  };
  for (const NumberCase& row : cases) {
    const Facts facts =
        FailedAt(Stage::kDevice, "no_device", {},
                 {{"library", "found"}, {"call", "cuInit"}, {"error", std::to_string(row.number)}});
    const Verdict verdict = JudgeFacts(facts);
    ExpectVerdict(verdict, row.code, row.cause, Stage::kDevice);
    EXPECT_NE(verdict.message.find(std::to_string(row.number)), std::string::npos)
        << verdict.message;
  }
}

// Context, allocation, kernel, library handles: 9, but for 46.
TEST(FailureVerdictTest, NumbersOfLaterCalls) {
  const std::vector<NumberCase> cases = {
      {2, Code::kOutOfMemory, {}},
      {46, Code::kGpuUnavailable, Cause::kDeviceBusy},
      {101, Code::kRuntimeError, {}},
      {209, Code::kRuntimeError, Cause::kArchNotInBinary},
      {214, Code::kRuntimeError, Cause::kEccUncorrectable},
      {700, Code::kRuntimeError, Cause::kStickyContextError},
      {719, Code::kRuntimeError, Cause::kStickyContextError},
      {802, Code::kRuntimeError, {}},
      {999, Code::kRuntimeError, {}},
  };
  for (const Stage stage :
       {Stage::kAllocation, Stage::kProduct, Stage::kGradient, Stage::kSynchronize}) {
    for (const NumberCase& row : cases) {
      const Facts facts = FailedAt(stage, "runtime", {{"number", std::to_string(row.number)}});
      ExpectVerdict(JudgeFacts(facts), row.code, row.cause, stage);
    }
  }
}

TEST(FailureVerdictTest, AFullCardIsToldApartFromAnyOutOfMemory) {
  ExpectVerdict(JudgeFacts(FailedAt(Stage::kAllocation, "out_of_memory")), Code::kOutOfMemory, {},
                Stage::kAllocation);
  ExpectVerdict(JudgeFacts(FailedAt(Stage::kAllocation, "out_of_memory", {{"retry_number", "2"}})),
                Code::kOutOfMemory, Cause::kDeviceMemoryFull, Stage::kAllocation);
  // Masked: a library found no room for its handle and says something else.
  ExpectVerdict(JudgeFacts(FailedAt(Stage::kProduct, "torch", {{"free_bytes", "1048576"}})),
                Code::kOutOfMemory, Cause::kDeviceMemoryFull, Stage::kProduct);
  ExpectVerdict(JudgeFacts(FailedAt(Stage::kProduct, "torch", {{"free_bytes", "8589934592"}})),
                Code::kRuntimeError, {}, Stage::kProduct);
}

// A number that says what happened is believed, however full the card is.
TEST(FailureVerdictTest, AFullCardDoesNotHideANumber) {
  for (const auto& [number, cause] :
       {std::pair(214, Cause::kEccUncorrectable), std::pair(700, Cause::kStickyContextError)}) {
    const EventScript::Fields fields = {
        {"number", std::to_string(number)}, {"free_bytes", "1000"}, {"retry_number", "0"}};
    ExpectVerdict(JudgeFacts(FailedAt(Stage::kSynchronize, "runtime", fields)), Code::kRuntimeError,
                  cause, Stage::kSynchronize);
  }
}

TEST(FailureVerdictTest, DriverLibraryMissingOrBroken) {
  ExpectVerdict(JudgeFacts(FailedAt(Stage::kDevice, "no_device", {}, {{"library", "missing"}})),
                Code::kGpuUnavailable, Cause::kDriverMissing, Stage::kDevice);
  ExpectVerdict(JudgeFacts(FailedAt(Stage::kDevice, "no_device", {}, {{"library", "broken"}})),
                Code::kGpuUnavailable, Cause::kDriverLibraryBroken, Stage::kDevice);
}

// The driver's finding of `driver` and the machine's of `machine`, where no device can be used.
Verdict OnMachine(const Fields& driver, const Fields& machine) {
  EventScript script;
  script.Begin("driver").Send("driver", driver).Send("machine", machine).End("driver");
  script.PassUntil(Stage::kDevice).Begin("device").Fail("device", "no_device");
  return JudgeFacts(ReadFacts(script.Exited().events));
}

TEST(FailureVerdictTest, AMissingDriverIsPlacedByWhatTheMachineShows) {
  const Fields missing = {{"library", "missing"}};
  const auto expect = [&](const Fields& machine, Cause cause) {
    ExpectVerdict(OnMachine(missing, machine), Code::kGpuUnavailable, cause, Stage::kDevice);
  };
  expect({}, Cause::kDriverMissing);
  expect({{"container", "1"}}, Cause::kDriverMissing);
  expect({{"kernel_module", "1"}}, Cause::kDriverLibraryNotInstalled);
  expect({{"kernel_module", "1"}, {"container", "1"}}, Cause::kDriverNotInContainer);
  expect({{"wsl", "1"}, {"container", "1"}}, Cause::kWslDriverNotExposed);
}

TEST(FailureVerdictTest, NoDeviceIsPlacedByModuleAndNodes) {
  const auto driver = [](const char* number) {
    return Fields{{"library", "found"}, {"call", "cuInit"}, {"error", number}};
  };
  const auto expect = [&](const char* number, const Fields& machine, std::optional<Cause> cause) {
    ExpectVerdict(OnMachine(driver(number), machine), Code::kGpuUnavailable, cause, Stage::kDevice);
  };
  expect("100", {}, Cause::kKernelModuleNotLoaded);
  expect("100", {{"nodes", "1"}}, std::nullopt);  // a driver answers there, whatever /proc shows
  expect("100", {{"kernel_module", "1"}}, Cause::kDeviceNodeMissing);
  expect("100", {{"kernel_module", "1"}, {"nodes", "1"}}, std::nullopt);
  expect("100", {{"wsl", "1"}}, std::nullopt);  // WSL has neither module nor node
  expect("304", {}, std::nullopt);              // nothing is known of another number
  expect("802", {}, Cause::kFabricNotReady);
}

TEST(FailureVerdictTest, TwoVersionsExplainAnUnknownErrorAndStandInTheMessage) {
  const auto judge = [](const char* number, const char* kernel) {
    return OnMachine(
        {{"library", "found"}, {"call", "cuInit"}, {"error", number}},
        {{"kernel_module", "1"}, {"kernel_version", kernel}, {"library_version", "550.54.15"}});
  };
  ExpectVerdict(judge("999", "550.54.15"), Code::kGpuUnavailable, Cause::kDriverUnknownState,
                Stage::kDevice);
  for (const char* const number : {"999", "803"}) {
    const Verdict verdict = judge(number, "535.104.05");
    ExpectVerdict(verdict, Code::kGpuUnavailable, Cause::kDriverLibraryMismatch, Stage::kDevice);
    EXPECT_NE(verdict.message.find("library 550.54.15, kernel module 535.104.05"),
              std::string::npos)
        << verdict.message;
  }
}

// Fault 21: the number alone says only that this process has no driver of its own.
TEST(FailureVerdictTest, AForkNeedsTheOtherProcess) {
  const auto failed = [](const Fields& more) {
    Fields fields = {{"number", "3"}};
    fields.insert(fields.end(), more.begin(), more.end());
    return JudgeFacts(FailedAt(Stage::kProduct, "runtime", fields));
  };
  ExpectVerdict(failed({{"forked", "1"}}), Code::kRuntimeError, Cause::kForkAfterInit,
                Stage::kProduct);
  ExpectVerdict(failed({}), Code::kRuntimeError, {}, Stage::kProduct);
}

// Fault 19: cuDNN's numbers are its own, and those of the driver come first.
TEST(FailureVerdictTest, CudnnsStatusIsItsOwnNumber) {
  const auto failed = [](const Fields& more) {
    return JudgeFacts(FailedAt(Stage::kProduct, "torch", more));
  };
  for (const char* const status : {"1002", "1008"}) {
    const Verdict verdict = failed({{"cudnn_status", status}, {"detail", "libcudnn_ops.so.9"}});
    ExpectVerdict(verdict, Code::kRuntimeError, Cause::kCudnnSublibrary, Stage::kProduct);
    EXPECT_NE(verdict.message.find("libcudnn_ops.so.9, cuDNN status"), std::string::npos);
  }
  const Verdict other = failed({{"cudnn_status", "1001"}});
  ExpectVerdict(other, Code::kRuntimeError, {}, Stage::kProduct);
  EXPECT_NE(other.message.find("1001"), std::string::npos);
  ExpectVerdict(failed({{"cudnn_status", "1008"}, {"number", "700"}}), Code::kRuntimeError,
                Cause::kStickyContextError, Stage::kProduct);
}

TEST(FailureVerdictTest, HidingNeedsItsProof) {
  const Facts facts = FailedAt(Stage::kDevice, "no_device", {},
                               {{"library", "found"}, {"call", "cuInit"}, {"error", "100"}});
  ExpectVerdict(JudgeFacts(facts), Code::kGpuUnavailable, {}, Stage::kDevice);
  Circumstances hidden;
  hidden.hiding_variable = "CUDA_VISIBLE_DEVICES";
  const Verdict verdict = JudgeFacts(facts, hidden);
  ExpectVerdict(verdict, Code::kGpuUnavailable, Cause::kHiddenByEnv, Stage::kDevice);
  EXPECT_NE(verdict.message.find("CUDA_VISIBLE_DEVICES"), std::string::npos);
}

TEST(FailureVerdictTest, ARefusedNodeNeedsTheFailedOpen) {
  const auto refused = [](const char* how) {
    return FailedAt(Stage::kDevice, "no_device", {},
                    {{"library", "found"}, {"error", "100"}, {"node", how}});
  };
  ExpectVerdict(JudgeFacts(refused("EACCES")), Code::kGpuUnavailable, Cause::kDevicePermission,
                Stage::kDevice);
  ExpectVerdict(JudgeFacts(refused("EPERM")), Code::kGpuUnavailable, Cause::kDeviceCgroupDenied,
                Stage::kDevice);
}

// A node of another job is refused under a scheduler; the driver's number has its own reason.
TEST(FailureVerdictTest, ARefusedNodeDoesNotHideADriversNumber) {
  const Facts facts = FailedAt(Stage::kDevice, "no_device", {},
                               {{"library", "found"}, {"error", "802"}, {"node", "EACCES"}});
  ExpectVerdict(JudgeFacts(facts), Code::kGpuUnavailable, Cause::kFabricNotReady, Stage::kDevice);
}

// C5: a HIP build is no CPU build, and its node is /dev/kfd.
TEST(FailureVerdictTest, ARocmPackageIsJudgedByItsOwnDriver) {
  EventScript script;
  script.Begin("driver").Send("driver", {{"library", "missing"}, {"node", "EACCES"}}).End("driver");
  script.PassUntil(Stage::kDevice).Send("torch", {{"backend", "rocm"}, {"hip_build", "6.2"}});
  script.Begin("device").Fail("device", "no_device");
  ExpectVerdict(JudgeFacts(ReadFacts(script.Exited().events)), Code::kGpuUnavailable,
                Cause::kKfdPermission, Stage::kDevice);
}

TEST(FailureVerdictTest, AnIndexOutOfRangeSaysHowManyThereAre) {
  EventScript script = EventScript().PassUntil(Stage::kDevice).Begin("device");
  script.Send("torch", {{"device_count", "1"}}).Fail("device", "index");
  Circumstances circumstances;
  circumstances.device_index = 9;
  const Verdict verdict = JudgeFacts(ReadFacts(script.Exited().events), circumstances);
  ExpectVerdict(verdict, Code::kDeviceIndexInvalid, Cause::kIndexOutOfRange, Stage::kDevice);
  EXPECT_EQ(verdict.message,
            "The device index does not exist here: index 9 was asked for, and 1 device is "
            "visible.");
  circumstances.expect_devices = 2;
  ExpectVerdict(JudgeFacts(ReadFacts(script.Exited().events), circumstances),
                Code::kDeviceIndexInvalid, Cause::kFewerThanExpected, Stage::kDevice);
}

}  // namespace
}  // namespace kernodeck
