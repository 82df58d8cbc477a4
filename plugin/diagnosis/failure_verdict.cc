#include "plugin/diagnosis/failure_verdict.h"

#include "plugin/core/code_of_number.h"
#include "plugin/diagnosis/execution.h"
#include "plugin/diagnosis/stage_report.h"

namespace kernodeck {
namespace {

constexpr int kNoDevice = 100;             // CUDA_ERROR_NO_DEVICE
constexpr int kOperatingSystemCall = 304;  // CUDA_ERROR_OPERATING_SYSTEM
constexpr int kUnknownError = 999;
// cuDNN's own: CUDNN_STATUS_SUBLIBRARY_VERSION_MISMATCH and _LOADING_FAILED.
constexpr int kCudnnPartMismatch = 1002;
constexpr int kCudnnPartNotLoaded = 1008;

// "error 802, CUDA_ERROR_SYSTEM_NOT_READY, from cuInit"
std::string DescribeNumber(int number, const std::optional<std::string>& name,
                           const std::string& call) {
  std::string text = "error " + std::to_string(number);
  if (name) text += ", " + *name;
  if (!call.empty()) text += ", from " + call;
  return text;
}

class FailureJudge {
 public:
  FailureJudge(const Facts& facts, const Circumstances& circumstances)
      : facts_(facts), circumstances_(circumstances) {}

  Verdict Decide(const Failure& failure) const {
    const std::optional<Verdict> too_few = VerdictOfTooFewDevices(facts_, circumstances_);
    if (too_few && failure.stage >= Stage::kDevice) return *too_few;
    switch (failure.stage) {
      case Stage::kImport:
        return OfImportFailure(failure);
      case Stage::kBackend:
        if (failure.kind == "no_backend") return OfAbsentBackend();
        break;
      case Stage::kDevice:
        if (failure.kind == "no_device") return OfUnavailableGpu(failure);
        if (failure.kind == "index") return OfInvalidIndex();
        break;
      case Stage::kProduct:
      case Stage::kGradient:
        if (failure.kind == "value") return OfValueFailure(failure);
        break;
      case Stage::kAllocation:
      case Stage::kSynchronize:
      case Stage::kReport:
      case Stage::kApplication:
      case Stage::kComplete:
        break;
    }
    return OfFailedOperation(failure);
  }

 private:
  bool Gpu() const { return circumstances_.target == Target::kGpu; }

  static Verdict OfImportFailure(const Failure& failure) {
    if (failure.kind == "probe_invalid") {
      return MakeVerdict(Code::kWorkerFailed, Cause::kInvalidWorkerReport, Stage::kImport,
                         "the probe module is of another build");
    }
    // The worker's word for what it found wrong with a library is the cause's id.
    const std::optional<Cause> cause = FindCause(failure.kind);
    const bool known = cause && (Info(*cause).code == Code::kTorchMissing ||
                                 Info(*cause).code == Code::kTorchImportFailed ||
                                 *cause == Cause::kProbeMissing || *cause == Cause::kPythonTooOld);
    if (!known) {
      return MakeVerdict(Code::kTorchImportFailed, std::nullopt, Stage::kImport, failure.detail);
    }
    return MakeVerdict(Info(*cause).code, cause, Stage::kImport, failure.detail);
  }

  Verdict OfAbsentBackend() const {
    const bool beside = facts_.gpu_library_beside.value_or(false);
    std::optional<Cause> cause;
    const bool built_for_gpu = facts_.torch.cuda_build || facts_.torch.hip_build;
    if (facts_.gpu_library_beside && !beside) {
      cause = built_for_gpu ? Cause::kGpuLibraryMissing : Cause::kCpuOnlyBuild;
    }
    if (beside && circumstances_.caller_lacks_gpu_library) cause = Cause::kBackendNotLoaded;
    return MakeVerdict(Code::kGpuBackendAbsent, cause, Stage::kBackend);
  }

  Verdict OfUnavailableGpu(const Failure& failure) const {
    // A number from the driver itself comes before one from the runtime above it.
    std::optional<int> number = failure.number;
    std::string call = failure.call;
    std::optional<std::string> name;
    if (facts_.driver && facts_.driver->report.error.value_or(0) != 0) {
      number = facts_.driver->report.error;
      name = facts_.driver->report.error_name;
      call = facts_.driver->call;
    }
    const std::string number_text = number ? DescribeNumber(*number, name, call) : std::string();
    const Code code = number ? CodeOfNumber(*number, Stage::kDevice) : Code::kGpuUnavailable;
    if (code != Code::kGpuUnavailable) {
      return MakeVerdict(code, CauseOfNumber(code, *number), Stage::kDevice, number_text);
    }
    const std::optional<Cause> cause = CauseOfUnavailable(number);
    std::string detail = number_text;
    if (cause == Cause::kHiddenByEnv) detail = *circumstances_.hiding_variable;
    if (cause == Cause::kDriverLibraryMismatch) detail += VersionsText();
    return MakeVerdict(Code::kGpuUnavailable, cause, Stage::kDevice, detail);
  }

  std::optional<Cause> CauseOfUnavailable(std::optional<int> number) const {
    if (circumstances_.hiding_variable) return Cause::kHiddenByEnv;
    const bool rocm = facts_.torch.backend == "rocm";
    if (facts_.driver) {
      const DriverFacts& driver = *facts_.driver;
      // The driver says these of a node that it may not open; another number has its own reason.
      const bool of_a_node = !number || *number == kNoDevice || *number == kOperatingSystemCall ||
                             *number == kUnknownError;
      if (of_a_node && !driver.refused_node.empty()) {
        if (rocm) return Cause::kKfdPermission;
        return driver.refused_node == "EPERM" ? Cause::kDeviceCgroupDenied
                                              : Cause::kDevicePermission;
      }
      if (driver.broken) return Cause::kDriverLibraryBroken;
      if (driver.report.library_found == false && !rocm) return CauseOfMissingDriver();
    }
    if (number == kUnknownError && VersionsDiffer()) return Cause::kDriverLibraryMismatch;
    std::optional<Cause> cause;
    if (number) cause = CauseOfNumber(Code::kGpuUnavailable, *number);
    return cause || rocm ? cause : CauseOfNoDevice(number);
  }

  // The driver's library is nowhere: what does the machine show of the driver?
  Cause CauseOfMissingDriver() const {
    const MachineFacts machine = facts_.machine.value_or(MachineFacts());
    if (machine.wsl) return Cause::kWslDriverNotExposed;
    if (!machine.kernel_module) return Cause::kDriverMissing;
    return machine.container ? Cause::kDriverNotInContainer : Cause::kDriverLibraryNotInstalled;
  }

  // The driver's library is there and finds no device: can it reach its kernel module?
  std::optional<Cause> CauseOfNoDevice(std::optional<int> number) const {
    if (number != kNoDevice || !facts_.machine || facts_.machine->wsl) return std::nullopt;
    // A node with a driver behind it: the module is there, whether or not /proc shows it.
    if (facts_.machine->device_nodes) return std::nullopt;
    return facts_.machine->kernel_module ? Cause::kDeviceNodeMissing
                                         : Cause::kKernelModuleNotLoaded;
  }

  bool VersionsDiffer() const {
    return facts_.machine && facts_.machine->kernel_version && facts_.machine->library_version &&
           facts_.machine->kernel_version != facts_.machine->library_version;
  }

  std::string VersionsText() const {
    if (!VersionsDiffer()) return {};
    return "; library " + *facts_.machine->library_version + ", kernel module " +
           *facts_.machine->kernel_version;
  }

  Verdict OfInvalidIndex() const {
    const std::optional<int>& visible = facts_.torch.visible_device_count;
    std::string detail = "index " + std::to_string(circumstances_.device_index) + " was asked for";
    if (visible) {
      detail += ", and " + Counted(static_cast<std::size_t>(*visible), "device") +
                (*visible == 1 ? " is" : " are") + " visible";
    }
    return MakeVerdict(Code::kDeviceIndexInvalid, Cause::kIndexOutOfRange, Stage::kDevice, detail);
  }

  Verdict OfValueFailure(const Failure& failure) const {
    const std::vector<Mismatch> wrong = MismatchesOf(facts_, failure.stage);
    if (wrong.empty()) return Distrust(facts_, "it calls right values wrong");
    return VerdictOfWrongValues(failure.stage, wrong.size());
  }

  Verdict OfFailedOperation(const Failure& failure) const {
    const bool full = Gpu() && (failure.retry_number == kOutOfMemoryNumber ||
                                (failure.free_bytes && *failure.free_bytes < kNoMemoryLeft));
    const std::string text =
        failure.number ? DescribeNumber(*failure.number, std::nullopt, failure.call) : "";
    Code code = failure.number ? CodeOfNumber(*failure.number, failure.stage) : Code::kRuntimeError;
    if (failure.kind == "out_of_memory") code = Code::kOutOfMemory;
    // A full card masks itself as an error without a number: a library that finds no room for its
    // handle. A number that says something else is believed.
    if (full && !failure.number && code == Code::kRuntimeError) code = Code::kOutOfMemory;
    if (code == Code::kOutOfMemory) {
      const std::optional<Cause> cause =
          full ? std::optional(Cause::kDeviceMemoryFull) : std::nullopt;
      return MakeVerdict(code, cause, failure.stage, text);
    }
    if (!failure.number && failure.cudnn_status) return OfCudnnFailure(failure);
    std::optional<Cause> cause =
        failure.number ? CauseOfNumber(code, *failure.number) : std::nullopt;
    // The number alone says only that this process has no driver of its own.
    if (cause == Cause::kForkAfterInit && !failure.forked) cause.reset();
    return MakeVerdict(code, cause, failure.stage, text);
  }

  static Verdict OfCudnnFailure(const Failure& failure) {
    const int status = *failure.cudnn_status;
    const bool part = status == kCudnnPartMismatch || status == kCudnnPartNotLoaded;
    std::string detail = "cuDNN status " + std::to_string(status);
    if (part && !failure.detail.empty()) detail = failure.detail + ", " + detail;
    return MakeVerdict(Code::kRuntimeError,
                       part ? std::optional(Cause::kCudnnSublibrary) : std::nullopt, failure.stage,
                       detail);
  }

  const Facts& facts_;
  const Circumstances& circumstances_;
};

}  // namespace

Verdict VerdictOfFailure(const Failure& failure, const Facts& facts,
                         const Circumstances& circumstances) {
  return FailureJudge(facts, circumstances).Decide(failure);
}

std::optional<Verdict> VerdictOfTooFewDevices(const Facts& facts,
                                              const Circumstances& circumstances) {
  const std::optional<int>& visible = facts.torch.visible_device_count;
  const std::optional<int>& expected = circumstances.expect_devices;
  if (!expected || !visible || *visible <= 0 || *visible >= *expected) return std::nullopt;
  return MakeVerdict(Code::kDeviceIndexInvalid, Cause::kFewerThanExpected, Stage::kDevice,
                     Counted(static_cast<std::size_t>(*expected), "device") + " expected, " +
                         std::to_string(*visible) + " visible");
}

Verdict VerdictOfWrongValues(Stage stage, std::size_t elements) {
  return MakeVerdict(Code::kCheckFailed, std::nullopt, stage,
                     Counted(elements, "wrong element") + " at " + std::string(Name(stage)));
}

Verdict Distrust(const Facts& facts, const std::string& why) {
  return MakeVerdict(Code::kWorkerFailed, Cause::kInvalidWorkerReport, StageUnderWay(facts), why);
}

std::string Counted(std::size_t count, const char* what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

}  // namespace kernodeck
