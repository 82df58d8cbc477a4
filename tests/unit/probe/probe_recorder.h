#ifndef KERNODECK_TESTS_UNIT_PROBE_PROBE_RECORDER_H_
#define KERNODECK_TESTS_UNIT_PROBE_PROBE_RECORDER_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "plugin/core/fixed_computation.h"
#include "plugin/worker/probe_interface.h"

namespace kernodeck {

// What a probe told in one run.
struct ProbeRecord {
  struct Failure {
    KernodeckFailureKind kind;
    std::int64_t number;
    std::string call;
    std::string local_text;
  };
  int result = 0;
  std::vector<std::string> steps;  // "begin backend", "end backend", "failure device", ...
  std::map<std::string, std::string> facts;
  std::map<std::string, std::vector<float>> values;
  std::map<std::string, std::string> devices;  // of the values
  std::vector<Failure> failures;
};

// A request for the fixed computation with its right values.
[[nodiscard]] KernodeckProbeRequest RightRequest(bool use_gpu);

// Runs the probe that is linked into this program.
[[nodiscard]] ProbeRecord RunProbe(const KernodeckProbeRequest& request);

}  // namespace kernodeck

#endif  // KERNODECK_TESTS_UNIT_PROBE_PROBE_RECORDER_H_
