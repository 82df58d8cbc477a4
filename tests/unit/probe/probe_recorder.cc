#include "tests/unit/probe/probe_recorder.h"

namespace kernodeck {
namespace {

ProbeRecord& Record(void* context) { return *static_cast<ProbeRecord*>(context); }

}  // namespace

KernodeckProbeRequest RightRequest(bool use_gpu) {
  KernodeckProbeRequest request{};
  request.interface_version = KERNODECK_PROBE_INTERFACE_VERSION;
  request.use_gpu = use_gpu ? 1 : 0;
  request.input_a = kInputA.data();
  request.input_b = kInputB.data();
  request.expected_product = kExpectedProduct.data();
  request.expected_gradient_a = kExpectedGradientA.data();
  request.expected_gradient_b = kExpectedGradientB.data();
  request.expected_loss = kExpectedLoss;
  return request;
}

ProbeRecord RunProbe(const KernodeckProbeRequest& request) {
  ProbeRecord record;
  KernodeckProbeSink sink{};
  sink.context = &record;
  sink.begin_stage = [](void* context, const char* stage) {
    Record(context).steps.push_back("begin " + std::string(stage));
  };
  sink.end_stage = [](void* context, const char* stage) {
    Record(context).steps.push_back("end " + std::string(stage));
  };
  sink.fact = [](void* context, const char* key, const char* value) {
    Record(context).facts[key] = value;
  };
  sink.values = [](void* context, const char* name, const float* values, int32_t count,
                   const char* device) {
    Record(context).values[name].assign(values, values + count);
    Record(context).devices[name] = device;
  };
  sink.failure = [](void* context, KernodeckFailureKind kind, int64_t number, const char* call,
                    const char* local_text) {
    Record(context).steps.emplace_back("failure");
    Record(context).failures.push_back({kind, number, call, local_text});
  };
  record.result = kernodeck_probe_run(&request, &sink);
  return record;
}

}  // namespace kernodeck
