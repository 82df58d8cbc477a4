// A stand-in for the probe module that needs no LibTorch. KERNODECK_STANDIN_PROBE chooses what it
// does; without it every stage passes with the right values.
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "plugin/worker/probe_interface.h"

extern "C" __attribute__((weak)) void standin_torch_operation();

namespace {

constexpr int kStages = 6;
constexpr const char* kStageNames[kStages] = {"backend", "device",   "allocation",
                                              "product", "gradient", "synchronize"};

class StandinProbe {
 public:
  StandinProbe(const KernodeckProbeRequest& request, const KernodeckProbeSink& sink,
               std::string_view behaviour)
      : request_(request), sink_(sink), behaviour_(behaviour) {}

  int Run() const {
    if (behaviour_ == "other_interface") return 2;
    sink_.fact(sink_.context, "version", "0.0.0");
    if (behaviour_ == "other_torch") return 3;
    if (behaviour_ == "hip") sink_.fact(sink_.context, "hip_build", "6.2");
    sink_.fact(sink_.context, "backend", behaviour_ == "hip" ? "rocm" : "cuda");
    for (const char* const stage : kStageNames) {
      sink_.begin_stage(sink_.context, stage);
      if (!Pass(stage)) return 1;
      sink_.end_stage(sink_.context, stage);
    }
    return behaviour_ == "silent_failure" ? 1 : 0;
  }

 private:
  bool Fail(KernodeckFailureKind kind, std::int64_t number, const char* call) const {
    sink_.failure(sink_.context, kind, number, call, "the stand-in's own words");
    return false;
  }

  bool Pass(std::string_view stage) const {
    if (behaviour_ == "no_device" && stage == "device") {
      return Fail(KERNODECK_FAILURE_NO_DEVICE, 0, "is_available");
    }
    if (behaviour_ == "crash" && stage == "product") {
      std::signal(SIGSEGV, SIG_DFL);
      std::raise(SIGSEGV);
    }
    if (behaviour_ == "hang" && stage == "product") pause();
    if (behaviour_ == "torch_failure" && stage == "product") {
      if (standin_torch_operation != nullptr) standin_torch_operation();
      return Fail(KERNODECK_FAILURE_TORCH, 0, "product");
    }
    if (behaviour_ == "out_of_memory" && stage == "allocation") {
      return Fail(KERNODECK_FAILURE_OUT_OF_MEMORY, 0, "allocation");
    }
    if (stage == "product") Send("product", request_.expected_product, 4);
    if (stage == "gradient") {
      Send("loss", &request_.expected_loss, 1);
      Send("gradient_a", request_.expected_gradient_a, 4);
      Send("gradient_b", request_.expected_gradient_b, 4);
    }
    return true;
  }

  void Send(const char* name, const float* values, int count) const {
    sink_.values(sink_.context, name, values, count, request_.use_gpu != 0 ? "cuda:0" : "cpu");
  }

  const KernodeckProbeRequest& request_;
  const KernodeckProbeSink& sink_;
  std::string_view behaviour_;
};

}  // namespace

extern "C" int kernodeck_probe_run(const KernodeckProbeRequest* request,
                                   const KernodeckProbeSink* sink) {
  const char* const behaviour = std::getenv("KERNODECK_STANDIN_PROBE");
  return StandinProbe(*request, *sink, behaviour != nullptr ? behaviour : "").Run();
}
