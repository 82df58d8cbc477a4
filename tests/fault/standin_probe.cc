// A stand-in for the probe module that needs no LibTorch. KERNODECK_STANDIN_PROBE chooses what it
// does, several words with commas between them; without it every stage passes with the right
// values. KERNODECK_STANDIN_DEVICES is the number of devices that it sees (1).
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "plugin/worker/probe_interface.h"

extern "C" __attribute__((weak)) void standin_torch_operation();
extern "C" __attribute__((weak)) bool standin_torch_compute(const char* stage);

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
    if (Does("other_interface")) return 2;
    sink_.fact(sink_.context, "version", "0.0.0");
    if (Does("other_torch")) return 3;
    if (Does("hip")) sink_.fact(sink_.context, "hip_build", "6.2");
    sink_.fact(sink_.context, "backend", Does("hip") ? "rocm" : "cuda");
    for (const char* const stage : kStageNames) {
      sink_.begin_stage(sink_.context, stage);
      if (!Pass(stage)) return 1;
      sink_.end_stage(sink_.context, stage);
    }
    return Does("silent_failure") ? 1 : 0;
  }

 private:
  bool Does(std::string_view word) const {
    const std::string list = "," + std::string(behaviour_) + ",";
    return list.find("," + std::string(word) + ",") != std::string::npos;
  }

  bool Fail(KernodeckFailureKind kind, std::int64_t number, const char* call) const {
    sink_.failure(sink_.context, kind, number, call, "the stand-in's own words");
    return false;
  }

  bool SeesDevice() const {
    const char* const devices = std::getenv("KERNODECK_STANDIN_DEVICES");
    const int count = devices != nullptr ? std::atoi(devices) : 1;
    sink_.fact(sink_.context, "device_count", std::to_string(count).c_str());
    sink_.fact(sink_.context, "gpu_available", Does("no_device") ? "0" : "1");
    if (Does("no_device")) return Fail(KERNODECK_FAILURE_NO_DEVICE, 0, "is_available");
    if (count > request_.device_index && count >= request_.expected_devices) return true;
    return Fail(KERNODECK_FAILURE_INDEX, 0, "device_count");
  }

  // The child goes on with what uses the GPU; its parent waits for it and adds nothing.
  static void GoOnInAChild() {
    const pid_t child = fork();
    if (child == 0) return;
    waitpid(child, nullptr, 0);
    _exit(0);
  }

  bool Pass(std::string_view stage) const {
    if (request_.use_gpu != 0 && stage == "device" && !SeesDevice()) return false;
    if (Does("crash") && stage == "product") {
      std::signal(SIGSEGV, SIG_DFL);
      std::raise(SIGSEGV);
    }
    if (Does("abort") && stage == "product") std::abort();
    if (Does("hang") && stage == "product") pause();
    if (Does("fork") && stage == "product") GoOnInAChild();
    if (request_.use_gpu != 0 && standin_torch_compute != nullptr &&
        !standin_torch_compute(std::string(stage).c_str())) {
      return Fail(KERNODECK_FAILURE_TORCH, 0, stage.data());
    }
    if ((Does("torch_failure") || Does("fork")) && stage == "product") {
      if (standin_torch_operation != nullptr) standin_torch_operation();
      return Fail(KERNODECK_FAILURE_TORCH, 0, "product");
    }
    if (Does("out_of_memory") && stage == "allocation") {
      return Fail(KERNODECK_FAILURE_OUT_OF_MEMORY, 0, "allocation");
    }
    if (stage == "product" && Does("wrong_product")) {
      // A fraction, which a locale may write in its own way.
      constexpr float kWrong[4] = {4.5F, 4, 10, 8};
      Send("product", kWrong, 4);
      return Fail(KERNODECK_FAILURE_VALUE, 0, "product");
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
