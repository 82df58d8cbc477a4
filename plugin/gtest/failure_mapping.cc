#include "plugin/gtest/failure_mapping.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <string_view>

#include "plugin/core/code_of_number.h"

namespace kernodeck {
namespace {

// What exceptions of these names, or of classes derived from them, mean.
constexpr std::array<std::string_view, 2> kOutOfMemoryTypes = {"c10::OutOfMemoryError",
                                                               "std::bad_alloc"};
constexpr std::array<std::string_view, 6> kDeviceTypes = {
    "c10::AcceleratorError", "c10::CUDAError",        "c10::HIPError",
    "c10::CuDNNError",       "c10::DistBackendError", "rmm::cuda_error"};
// LibTorch's for arguments that it refuses.
constexpr std::array<std::string_view, 5> kContractTypes = {"c10::IndexError", "c10::ValueError",
                                                            "c10::TypeError", "c10::LinAlgError",
                                                            "c10::EnforceFiniteError"};

constexpr std::array kSignalsFromOutside = {SIGKILL, SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGXCPU};

template <typename Types>
bool Threw(const FailureEvidence& evidence, const Types& types) {
  if (!evidence.exception) return false;
  const std::vector<std::string>& thrown = evidence.exception->types;
  return std::any_of(thrown.begin(), thrown.end(), [&types](const std::string& type) {
    return std::find(types.begin(), types.end(), type) != types.end();
  });
}

// Thrust keeps its classes in a namespace that bears version and architecture.
bool ThrewThrusts(const FailureEvidence& evidence) {
  if (!evidence.exception) return false;
  const std::vector<std::string>& thrown = evidence.exception->types;
  return std::any_of(thrown.begin(), thrown.end(), [](std::string_view type) {
    return type.starts_with("thrust::") && type.ends_with("::system_error");
  });
}

bool ThrewTorchs(const FailureEvidence& evidence) {
  return Threw(evidence, std::array<std::string_view, 1>{"c10::Error"});
}

bool FromOutside(const FailureEvidence& evidence) {
  return evidence.signal && std::find(kSignalsFromOutside.begin(), kSignalsFromOutside.end(),
                                      *evidence.signal) != kSignalsFromOutside.end();
}

// The device's own number, else the one that the exception bears; 0 for none.
int NumberOf(const FailureEvidence& evidence) {
  const int number = evidence.device_error.value_or(0);
  if (number != 0 || !evidence.exception) return number;
  return evidence.exception->number.value_or(0);
}

bool DeviceIs(const FailureEvidence& evidence, Code code) {
  const int number = NumberOf(evidence);
  return number != 0 && CodeOfNumber(number, Stage::kApplication) == code;
}

// A full card masks itself as an error without a number: a library that finds no room for its
// handle.
bool Masked(const FailureEvidence& evidence) {
  return evidence.gpu_test && evidence.free_bytes.value_or(kNoMemoryLeft) < kNoMemoryLeft &&
         (ThrewTorchs(evidence) || ThrewThrusts(evidence) || Threw(evidence, kDeviceTypes));
}

struct Row {
  bool (*fits)(const FailureEvidence&) = nullptr;
  Code code = Code::kCheckFailed;
  std::optional<Cause> cause;
  Owner owner =
      Owner::kUnknown;  // of a GPU test: the after-check may know better where it is unknown
  Owner cpu_owner = Owner::kUnknown;  // of a test that does not use a device
};

using Evidence = FailureEvidence;
constexpr Owner kCode = Owner::kCode;
constexpr Owner kUnknown = Owner::kUnknown;

// The one table, in the order in which it is asked: what ended the process, what the device says,
// what was thrown, what the test said.
constexpr std::array kTable = {
    Row{[](const Evidence& e) { return e.timed_out; }, Code::kTimeout, Cause::kTestHang, kUnknown,
        kCode},
    Row{FromOutside, Code::kWorkerFailed, Cause::kTestKilled, kUnknown, kUnknown},
    Row{[](const Evidence& e) { return e.signal.has_value(); }, Code::kWorkerFailed,
        Cause::kTestCrashed, kUnknown, kCode},
    Row{[](const Evidence& e) { return e.exit_status.has_value(); }, Code::kWorkerFailed,
        Cause::kTestExited, kCode, kCode},
    Row{[](const Evidence& e) { return e.output.has_value(); }, Code::kOutputWriteFailed,
        std::nullopt, Owner::kRequest, Owner::kRequest},
    Row{[](const Evidence& e) { return DeviceIs(e, Code::kOutOfMemory); }, Code::kOutOfMemory,
        std::nullopt, kUnknown, kUnknown},
    Row{[](const Evidence& e) { return DeviceIs(e, Code::kGpuUnavailable); }, Code::kGpuUnavailable,
        std::nullopt, kUnknown, kUnknown},
    Row{[](const Evidence& e) { return DeviceIs(e, Code::kRuntimeError); }, Code::kRuntimeError,
        std::nullopt, kUnknown, kUnknown},
    Row{[](const Evidence& e) { return Threw(e, kOutOfMemoryTypes) || Masked(e); },
        Code::kOutOfMemory, std::nullopt, kUnknown, kUnknown},
    Row{[](const Evidence& e) { return Threw(e, kDeviceTypes) || ThrewThrusts(e); },
        Code::kRuntimeError, std::nullopt, kUnknown, kUnknown},
    Row{[](const Evidence& e) { return ThrewTorchs(e) && e.gpu_test && !Threw(e, kContractTypes); },
        Code::kRuntimeError, std::nullopt, kUnknown, kUnknown},
    Row{[](const Evidence& e) { return e.exception.has_value(); }, Code::kCheckFailed,
        Cause::kTestException, kCode, kCode},
    Row{[](const Evidence& e) { return e.value_mismatch; }, Code::kCheckFailed,
        Cause::kTestValueMismatch, kCode, kCode},
    Row{[](const Evidence&) { return true; }, Code::kCheckFailed, Cause::kTestAssertionFailed,
        kCode, kCode},
};

// The cause that a number or an output has itself.
std::optional<Cause> OwnCause(Code code, const FailureEvidence& evidence) {
  if (code == Code::kOutputWriteFailed) return evidence.output;
  const int number = NumberOf(evidence);
  if (number == 0) return std::nullopt;
  const std::optional<Cause> cause = CauseOfNumber(code, number);
  // The number alone says only that this process has no driver of its own.
  if (cause == Cause::kForkAfterInit && !evidence.forked) return std::nullopt;
  return cause;
}

}  // namespace

FailureCharge ChargeOf(const FailureEvidence& evidence) {
  const Row& row = *std::find_if(kTable.begin(), kTable.end(),
                                 [&evidence](const Row& each) { return each.fits(evidence); });
  FailureCharge charge{row.code, row.cause, Stage::kApplication,
                       evidence.gpu_test ? row.owner : row.cpu_owner};
  if (row.cause) return charge;
  charge.cause = OwnCause(row.code, evidence);
  if (charge.cause) charge.owner = Info(*charge.cause).owner;
  return charge;
}

}  // namespace kernodeck
