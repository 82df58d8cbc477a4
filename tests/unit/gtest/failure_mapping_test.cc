// Covers G6, C2 and C7: what a failed test is charged to, each row of the one table. Shows the
// causes test_assertion_failed, test_value_mismatch, test_exception, test_hang, test_crashed,
// test_killed and test_exited.
#include "plugin/gtest/failure_mapping.h"

#include <gtest/gtest.h>

#include <csignal>
#include <string>
#include <vector>

namespace kernodeck {
namespace {

using Types = std::vector<std::string>;

FailureEvidence OfGpu() {
  FailureEvidence evidence;
  evidence.gpu_test = true;
  return evidence;
}

FailureEvidence OfGpu(Types types) {
  FailureEvidence evidence = OfGpu();
  evidence.exception = CaughtException{std::move(types), std::nullopt};
  return evidence;
}

FailureEvidence OfCpu(Types types) {
  FailureEvidence evidence = OfGpu(std::move(types));
  evidence.gpu_test = false;
  return evidence;
}

void ExpectCharge(const FailureEvidence& evidence, Code code, std::optional<Cause> cause,
                  Owner owner) {
  const FailureCharge charge = ChargeOf(evidence);
  EXPECT_EQ(Info(charge.code).name, Info(code).name);
  EXPECT_EQ(charge.cause, cause);
  EXPECT_EQ(Name(charge.owner), Name(owner));
  EXPECT_EQ(charge.stage, Stage::kApplication);
}

TEST(FailureMappingTest, AnAssertionIsTheCodes) {
  ExpectCharge({}, Code::kCheckFailed, Cause::kTestAssertionFailed, Owner::kCode);
  FailureEvidence evidence = OfGpu();
  evidence.device_error = 0;
  ExpectCharge(evidence, Code::kCheckFailed, Cause::kTestAssertionFailed, Owner::kCode);
}

TEST(FailureMappingTest, AWrongTensorIsTheCodes) {
  FailureEvidence evidence = OfGpu();
  evidence.value_mismatch = true;
  ExpectCharge(evidence, Code::kCheckFailed, Cause::kTestValueMismatch, Owner::kCode);
}

TEST(FailureMappingTest, AnExceptionOfNoGpuLibraryIsTheCodes) {
  for (const bool gpu : {true, false}) {
    FailureEvidence evidence = OfGpu({"my::Error", "std::runtime_error", "std::exception"});
    evidence.gpu_test = gpu;
    ExpectCharge(evidence, Code::kCheckFailed, Cause::kTestException, Owner::kCode);
  }
  ExpectCharge(OfGpu({"int"}), Code::kCheckFailed, Cause::kTestException, Owner::kCode);
}

TEST(FailureMappingTest, ATimeOutIsAHang) {
  FailureEvidence evidence = OfGpu();
  evidence.timed_out = true;
  evidence.signal = SIGKILL;  // by which it was ended
  ExpectCharge(evidence, Code::kTimeout, Cause::kTestHang, Owner::kUnknown);
  evidence.gpu_test = false;
  ExpectCharge(evidence, Code::kTimeout, Cause::kTestHang, Owner::kCode);
}

TEST(FailureMappingTest, ASignalOfItsOwnIsACrash) {
  for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS}) {
    FailureEvidence evidence = OfGpu();
    evidence.signal = signal;
    ExpectCharge(evidence, Code::kWorkerFailed, Cause::kTestCrashed, Owner::kUnknown);
    evidence.gpu_test = false;
    ExpectCharge(evidence, Code::kWorkerFailed, Cause::kTestCrashed, Owner::kCode);
  }
}

TEST(FailureMappingTest, ASignalFromOutsideIsNoCrash) {
  for (const int signal : {SIGKILL, SIGTERM, SIGINT, SIGHUP}) {
    FailureEvidence evidence;
    evidence.signal = signal;
    ExpectCharge(evidence, Code::kWorkerFailed, Cause::kTestKilled, Owner::kUnknown);
  }
}

TEST(FailureMappingTest, AnEarlyEndIsNoEndOfTheTest) {
  for (const int status : {0, 1, 77}) {
    FailureEvidence evidence = OfGpu();
    evidence.exit_status = status;
    ExpectCharge(evidence, Code::kWorkerFailed, Cause::kTestExited, Owner::kCode);
  }
}

TEST(FailureMappingTest, AnOutputThatWasNotWrittenHasItsOwnCause) {
  FailureEvidence evidence;
  evidence.output = Cause::kOutputIncomplete;
  ExpectCharge(evidence, Code::kOutputWriteFailed, Cause::kOutputIncomplete, Owner::kMachine);
  evidence.output = Cause::kOutputExists;
  ExpectCharge(evidence, Code::kOutputWriteFailed, Cause::kOutputExists, Owner::kRequest);
}

TEST(FailureMappingTest, TheDevicesNumberDecides) {
  struct Case {
    int number;
    Code code;
    std::optional<Cause> cause;
    Owner owner;
  };
  for (const Case& each :
       std::vector<Case>{{2, Code::kOutOfMemory, std::nullopt, Owner::kUnknown},
                         {46, Code::kGpuUnavailable, Cause::kDeviceBusy, Owner::kMachine},
                         {209, Code::kRuntimeError, Cause::kArchNotInBinary, Owner::kSetup},
                         {214, Code::kRuntimeError, Cause::kEccUncorrectable, Owner::kMachine},
                         {700, Code::kRuntimeError, Cause::kStickyContextError, Owner::kUnknown},
                         {719, Code::kRuntimeError, Cause::kStickyContextError, Owner::kUnknown},
                         {12345, Code::kRuntimeError, std::nullopt, Owner::kUnknown}}) {
    FailureEvidence evidence = OfGpu();
    evidence.device_error = each.number;
    ExpectCharge(evidence, each.code, each.cause, each.owner);
    // Whatever the test said or threw on its way.
    evidence.value_mismatch = true;
    evidence.exception = CaughtException{{"c10::Error", "std::exception"}, std::nullopt};
    ExpectCharge(evidence, each.code, each.cause, each.owner);
  }
}

TEST(FailureMappingTest, AnExceptionsNumberCountsWhereTheDeviceHasNone) {
  FailureEvidence evidence = OfGpu({"c10::AcceleratorError", "c10::Error", "std::exception"});
  evidence.exception->number = 209;
  ExpectCharge(evidence, Code::kRuntimeError, Cause::kArchNotInBinary, Owner::kSetup);
  evidence.exception->number = 2;
  ExpectCharge(evidence, Code::kOutOfMemory, std::nullopt, Owner::kUnknown);
  evidence.device_error = 700;
  ExpectCharge(evidence, Code::kRuntimeError, Cause::kStickyContextError, Owner::kUnknown);
}

TEST(FailureMappingTest, NumberThreeIsAForkOnlyWhereThereWasOne) {
  FailureEvidence evidence = OfGpu();
  evidence.device_error = 3;
  ExpectCharge(evidence, Code::kRuntimeError, std::nullopt, Owner::kUnknown);
  evidence.forked = true;
  ExpectCharge(evidence, Code::kRuntimeError, Cause::kForkAfterInit, Owner::kCode);
}

TEST(FailureMappingTest, OutOfMemoryIsKnownByItsType) {
  for (const Types& types :
       {Types{"c10::OutOfMemoryError", "c10::Error", "std::exception"},
        Types{"std::bad_alloc", "std::exception"},
        Types{"rmm::out_of_memory", "rmm::bad_alloc", "std::bad_alloc", "std::exception"}}) {
    ExpectCharge(OfGpu(types), Code::kOutOfMemory, std::nullopt, Owner::kUnknown);
    ExpectCharge(OfCpu(types), Code::kOutOfMemory, std::nullopt, Owner::kUnknown);
  }
}

TEST(FailureMappingTest, ErrorsOfDeviceLibrariesAreKnownByTheirTypes) {
  for (const Types& types :
       {Types{"c10::AcceleratorError", "c10::Error", "std::exception"},
        Types{"c10::CUDAError", "c10::Error", "std::exception"},
        Types{"c10::CuDNNError", "c10::Error", "std::exception"},
        Types{"thrust::THRUST_200302_SM_90_NS::system::system_error", "std::runtime_error"},
        Types{"thrust::system::system_error", "std::runtime_error"}}) {
    ExpectCharge(OfGpu(types), Code::kRuntimeError, std::nullopt, Owner::kUnknown);
    ExpectCharge(OfCpu(types), Code::kRuntimeError, std::nullopt, Owner::kUnknown);
  }
  ExpectCharge(OfGpu({"std::system_error", "std::runtime_error"}), Code::kCheckFailed,
               Cause::kTestException, Owner::kCode);
}

TEST(FailureMappingTest, APlainErrorOfLibTorchIsTheDevicesInAGpuTestOnly) {
  const Types plain = {"c10::Error", "std::exception"};
  ExpectCharge(OfGpu(plain), Code::kRuntimeError, std::nullopt, Owner::kUnknown);
  ExpectCharge(OfCpu(plain), Code::kCheckFailed, Cause::kTestException, Owner::kCode);
  const Types refused = {"c10::IndexError", "c10::Error", "std::exception"};
  ExpectCharge(OfGpu(refused), Code::kCheckFailed, Cause::kTestException, Owner::kCode);
}

TEST(FailureMappingTest, AFullCardMasksItselfAsAnErrorWithoutANumber) {
  FailureEvidence evidence = OfGpu({"c10::Error", "std::exception"});
  evidence.free_bytes = std::uint64_t{63} << 20U;
  ExpectCharge(evidence, Code::kOutOfMemory, std::nullopt, Owner::kUnknown);
  evidence.free_bytes = std::uint64_t{64} << 20U;
  ExpectCharge(evidence, Code::kRuntimeError, std::nullopt, Owner::kUnknown);
  evidence = OfGpu({"std::logic_error", "std::exception"});
  evidence.free_bytes = 0;
  ExpectCharge(evidence, Code::kCheckFailed, Cause::kTestException, Owner::kCode);
}

}  // namespace
}  // namespace kernodeck
