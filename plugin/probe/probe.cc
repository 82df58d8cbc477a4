#include <ATen/core/Tensor.h>
#include <c10/core/DeviceGuard.h>
#include <torch/cuda.h>
#include <torch/version.h>

#include <algorithm>
#include <optional>
#include <string>

#include "plugin/probe/caught_failure.h"
#include "plugin/probe/computation.h"
#include "plugin/probe/torch_facts.h"
#include "plugin/worker/probe_interface.h"

namespace kernodeck {
namespace {

enum ProbeResult : int { kPassed = 0, kFailed = 1, kOtherInterface = 2, kOtherTorch = 3 };

// One run: tells the sink what it does and stops at the first stage that fails.
class ProbeRun {
 public:
  ProbeRun(const KernodeckProbeRequest& request, const KernodeckProbeSink& sink)
      : request_(request), sink_(sink) {}

  int Run() {
    const TorchFacts facts =
        DescribeTorch(request_.use_gpu != 0 ? BackendOf::kLoadedLibrary : BackendOf::kBuild);
    Fact("version", facts.version);
    Fact("cuda_build", facts.cuda_build);
    Fact("hip_build", facts.hip_build);
    if (!SameRelease(TORCH_VERSION, facts.version)) return kOtherTorch;
    Fact("backend", facts.backend);
    const bool passed = Stage("backend", [&] { return CheckBackend(facts); }) &&
                        Stage("device", [&] { return CheckDevice(); }) && RunComputation();
    return passed ? kPassed : kFailed;
  }

 private:
  void Fact(const char* key, const std::string& value) const {
    if (!value.empty()) sink_.fact(sink_.context, key, value.c_str());
  }

  bool Fail(KernodeckFailureKind kind, const char* call, std::int64_t number = 0,
            const char* local_text = "") const {
    sink_.failure(sink_.context, kind, number, call, local_text);
    return false;
  }

  template <typename Body>
  bool Stage(const char* name, const Body& body) const {
    sink_.begin_stage(sink_.context, name);
    try {
      if (!body()) return false;
    } catch (...) {
      const CaughtFailure caught = DescribeCurrentException();
      return Fail(caught.kind, name, caught.number, caught.local_text.c_str());
    }
    sink_.end_stage(sink_.context, name);
    return true;
  }

  [[nodiscard]] bool CheckBackend(const TorchFacts& facts) const {
    // Only a request for the GPU needs one; a package without it computes on the CPU all the same.
    if (request_.use_gpu == 0 || facts.backend != "cpu") return true;
    return Fail(KERNODECK_FAILURE_NO_BACKEND, "backend");
  }

  [[nodiscard]] bool CheckDevice() const {
    if (request_.use_gpu == 0) return true;
    const bool available = torch::cuda::is_available();
    // Its type differs between releases. NOLINTNEXTLINE(bugprone-signed-char-misuse)
    const auto count = static_cast<int>(torch::cuda::device_count());
    Fact("gpu_available", available ? "1" : "0");
    Fact("device_count", std::to_string(count));
    if (!available) return Fail(KERNODECK_FAILURE_NO_DEVICE, "is_available");
    if (count < request_.expected_devices) {
      return Fail(KERNODECK_FAILURE_INDEX, "expected_devices");
    }
    if (request_.device_index < 0 || request_.device_index >= count) {
      return Fail(KERNODECK_FAILURE_INDEX, "device_count");
    }
    return true;
  }

  [[nodiscard]] bool RunComputation() const {
    // A ROCm build's device is named `cuda` too.
    const c10::Device device =
        request_.use_gpu != 0
            ? c10::Device(c10::kCUDA, static_cast<c10::DeviceIndex>(request_.device_index))
            : c10::Device(c10::kCPU);
    std::optional<c10::DeviceGuard> guard;
    Computation computation(device);
    return Stage("allocation",
                 [&] {
                   // Held to the end, so that no step turns back to device 0 and wakes it.
                   guard.emplace(device);
                   computation.Allocate(request_.input_a, request_.input_b);
                   return true;
                 }) &&
           Stage("product", [&] { return CheckProduct(computation); }) &&
           Stage("gradient", [&] { return CheckGradient(computation); }) &&
           Stage("synchronize", [&] {
             if (request_.use_gpu != 0) torch::cuda::synchronize(request_.device_index);
             return true;
           });
  }

  // Sends what was computed, right or wrong, and says whether it is what it must be.
  [[nodiscard]] bool Matches(const char* name, const at::Tensor& tensor, const float* expected,
                             std::int32_t count) const {
    const Elements elements = Computation::ReadBack(tensor);
    const std::string device = tensor.defined() ? tensor.device().str() : std::string("none");
    sink_.values(sink_.context, name, elements.data(), count, device.c_str());
    return std::equal(expected, expected + count, elements.data());
  }

  [[nodiscard]] bool CheckProduct(Computation& computation) const {
    computation.ComputeProduct();
    if (Matches("product", computation.product(), request_.expected_product, 4)) return true;
    return Fail(KERNODECK_FAILURE_VALUE, "product");
  }

  [[nodiscard]] bool CheckGradient(Computation& computation) const {
    computation.ComputeGradient();
    const bool loss = Matches("loss", computation.loss(), &request_.expected_loss, 1);
    const bool gradient_a =
        Matches("gradient_a", computation.gradient_a(), request_.expected_gradient_a, 4);
    const bool gradient_b =
        Matches("gradient_b", computation.gradient_b(), request_.expected_gradient_b, 4);
    if (loss && gradient_a && gradient_b) return true;
    return Fail(KERNODECK_FAILURE_VALUE, "gradient");
  }

  const KernodeckProbeRequest& request_;
  const KernodeckProbeSink& sink_;
};

}  // namespace
}  // namespace kernodeck

extern "C" __attribute__((visibility("default"))) int kernodeck_probe_run(
    const KernodeckProbeRequest* request, const KernodeckProbeSink* sink) {
  if (request->interface_version != KERNODECK_PROBE_INTERFACE_VERSION) {
    return kernodeck::kOtherInterface;
  }
  try {
    return kernodeck::ProbeRun(*request, *sink).Run();
  } catch (...) {
    const kernodeck::CaughtFailure caught = kernodeck::DescribeCurrentException();
    sink->failure(sink->context, caught.kind, caught.number, "probe", caught.local_text.c_str());
    return kernodeck::kFailed;
  }
}
