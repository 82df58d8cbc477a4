#include "plugin/worker/probe_host.h"

#include <unistd.h>

#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <string_view>
#include <utility>

#include "plugin/core/fixed_computation.h"
#include "plugin/worker/cudnn_status.h"
#include "plugin/worker/load_fault.h"
#include "plugin/worker/runtime_errors.h"

namespace kernodeck {
namespace {

constexpr std::int64_t kOutOfMemoryNumber = 2;

std::string_view KindName(KernodeckFailureKind kind) {
  switch (kind) {
    case KERNODECK_FAILURE_RUNTIME:
      return "runtime";
    case KERNODECK_FAILURE_OUT_OF_MEMORY:
      return "out_of_memory";
    case KERNODECK_FAILURE_TORCH:
      return "torch";
    case KERNODECK_FAILURE_EXCEPTION:
      return "exception";
    case KERNODECK_FAILURE_NO_BACKEND:
      return "no_backend";
    case KERNODECK_FAILURE_NO_DEVICE:
      return "no_device";
    case KERNODECK_FAILURE_INDEX:
      return "index";
    case KERNODECK_FAILURE_VALUE:
      return "value";
  }
  return "exception";
}

// Nine digits bring every float back exactly.
std::string FormatFloat(float value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  // Not printf: a library may have set a locale whose decimal point is a comma.
  std::array<char, 32> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 9);
  return {text.data(), end.ptr};
}

}  // namespace

ProbeHost::ProbeHost(EventChannel& channel, GpuEvidence evidence, std::function<void()> leave)
    : channel_(channel), evidence_(evidence), leave_(std::move(leave)), process_(getpid()) {}

bool ProbeHost::Run(KernodeckProbeRun probe, const WorkerArguments& arguments) {
  KernodeckProbeRequest request{};
  request.interface_version = KERNODECK_PROBE_INTERFACE_VERSION;
  request.use_gpu = arguments.mode == WorkerMode::kGpu ? 1 : 0;
  request.device_index = arguments.device_index;
  request.expected_devices = arguments.expected_devices;
  request.input_a = kInputA.data();
  request.input_b = kInputB.data();
  request.expected_product = kExpectedProduct.data();
  request.expected_gradient_a = kExpectedGradientA.data();
  request.expected_gradient_b = kExpectedGradientB.data();
  request.expected_loss = kExpectedLoss;
  const KernodeckProbeSink sink = MakeSink();
  const int result = probe(&request, &sink);
  if (result == 0 && !failure_sent_) return true;
  if (result == 2 || (result == 3 && stage_ == "import")) {
    SendImportFailure(result == 2 ? "probe_invalid" : "abi_mismatch");
  } else if (!failure_sent_) {
    SendFailure(KERNODECK_FAILURE_EXCEPTION, 0, "probe", "the probe failed and gave no reason");
  }
  return false;
}

KernodeckProbeSink ProbeHost::MakeSink() {
  KernodeckProbeSink sink{};
  sink.context = this;
  sink.begin_stage = [](void* host, const char* stage) {
    static_cast<ProbeHost*>(host)->BeginStage(stage);
  };
  sink.end_stage = [](void* host, const char* stage) {
    static_cast<ProbeHost*>(host)->EndStage(stage);
  };
  sink.fact = [](void* host, const char* key, const char* value) {
    static_cast<ProbeHost*>(host)->SendFact(key, value);
  };
  sink.values = [](void* host, const char* name, const float* values, std::int32_t count,
                   const char* device) {
    static_cast<ProbeHost*>(host)->SendValues(name, values, count, device);
  };
  sink.failure = [](void* host, KernodeckFailureKind kind, std::int64_t number, const char* call,
                    const char* local_text) {
    static_cast<ProbeHost*>(host)->SendFailure(kind, number, call, local_text);
  };
  return sink;
}

void ProbeHost::BeginStage(const char* stage) {
  if (stage_ == "import") channel_.End("import");
  stage_ = stage;
  channel_.Begin(stage);
  ForgetRuntimeError();
  ForgetCudnnStatus();
  if (stage_ != "allocation" || evidence_.context == nullptr) return;
  // Only now does the computation need the context. A hang in it is this stage's, which has begun.
  const int number = evidence_.context->Wait();
  if (number == 0) return;
  Event failure{"failure",
                {{"what", stage_},
                 {"kind", "driver"},
                 {"number", std::to_string(number)},
                 {"call", "cuDevicePrimaryCtxRetain"}}};
  AddMemory(failure);
  channel_.Send(failure);
  leave_();
}

void ProbeHost::EndStage(const char* stage) { channel_.End(stage); }

void ProbeHost::SendFact(const char* key, const char* value) {
  channel_.Send({"torch", {{key, value}}});
}

void ProbeHost::SendValues(const char* name, const float* values, std::int32_t count,
                           const char* device) {
  std::string data;
  for (std::int32_t i = 0; i < count; ++i) {
    if (i > 0) data.push_back(',');
    data.append(FormatFloat(values[i]));
  }
  channel_.Send({"values", {{"name", name}, {"data", data}, {"device", device}}});
}

void ProbeHost::SendImportFailure(const char* kind) {
  failure_sent_ = true;
  channel_.Send({"failure", {{"what", "import"}, {"kind", kind}}});
}

void ProbeHost::CompleteNumber(KernodeckFailureKind& kind, std::int64_t& number, std::string& call,
                               bool& by_driver) const {
  const DriverFindings* const driver = evidence_.driver;
  if (driver == nullptr || number != 0) return;
  if (kind == KERNODECK_FAILURE_NO_DEVICE) {
    // The driver's own number comes first; where it is content, the runtime that sits on it may
    // not be (too old a driver). Without a usable driver library the runtime only guesses.
    if (driver->library != DriverFindings::Library::kFound) return;
    number = driver->error.value_or(0);
    call = driver->call;
    if (number == 0 && driver->usable()) {
      number = RuntimeDeviceCountError().value_or(0);
      call = "cudaGetDeviceCount";
    }
    return;
  }
  if (kind != KERNODECK_FAILURE_TORCH && kind != KERNODECK_FAILURE_EXCEPTION) return;
  number = RememberedRuntimeError();
  if (number == 0) number = PendingRuntimeError();
  if (number != 0) {
    kind =
        number == kOutOfMemoryNumber ? KERNODECK_FAILURE_OUT_OF_MEMORY : KERNODECK_FAILURE_RUNTIME;
    return;
  }
  if (evidence_.context == nullptr || stage_ == "backend" || stage_ == "device") return;
  number = evidence_.context->Synchronize();
  if (number == 0) return;
  by_driver = true;
  call = "cuCtxSynchronize";
}

void ProbeHost::AddMemory(Event& failure) const {
  if (evidence_.context == nullptr) return;
  const MemoryEvidence memory = evidence_.context->AskMemory();
  if (memory.free_bytes) {
    failure.fields.emplace_back("free_bytes", std::to_string(*memory.free_bytes));
  }
  if (memory.retry_number) {
    failure.fields.emplace_back("retry_number", std::to_string(*memory.retry_number));
  }
}

void ProbeHost::AddSurroundings(Event& failure) const {
  if (getpid() != process_) failure.fields.emplace_back("forked", "1");
  const int status = RememberedCudnnStatus();
  if (status == 0) return;
  failure.fields.emplace_back("cudnn_status", std::to_string(status));
  const std::filesystem::path folder = MappedCudnnFolder();
  const std::string part = folder.empty() ? std::string() : FindBadCudnnPart(folder);
  if (!part.empty()) failure.fields.emplace_back("detail", SafeName(part));
}

void ProbeHost::SendFailure(KernodeckFailureKind kind, std::int64_t number, const char* call,
                            const char* local_text) {
  if (failure_sent_) return;
  failure_sent_ = true;
  std::string failed_call = call;
  bool by_driver = false;
  CompleteNumber(kind, number, failed_call, by_driver);
  Event failure{"failure",
                {{"what", stage_},
                 {"kind", by_driver ? std::string("driver") : std::string(KindName(kind))}}};
  if (number != 0) failure.fields.emplace_back("number", std::to_string(number));
  failure.fields.emplace_back("call", failed_call);
  const bool computing = stage_ == "allocation" || stage_ == "product" || stage_ == "gradient" ||
                         stage_ == "synchronize";
  if (computing && kind != KERNODECK_FAILURE_VALUE) {
    AddMemory(failure);
    AddSurroundings(failure);
  }
  channel_.Send(failure);
  const std::string_view text = local_text;
  if (!text.empty()) channel_.Send({"trace", {{"text", std::string(text)}}});
}

}  // namespace kernodeck
