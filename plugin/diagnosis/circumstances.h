#ifndef KERNODECK_PLUGIN_DIAGNOSIS_CIRCUMSTANCES_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_CIRCUMSTANCES_H_

#include <chrono>
#include <optional>
#include <string>

#include "plugin/diagnosis/diagnose.h"

namespace kernodeck {

// What the judge knows beside the worker's own facts.
struct Circumstances {
  Target target = Target::kGpu;
  bool python = false;  // the worker is a script in an interpreter that somebody named
  int device_index = 0;
  std::optional<int> expect_devices;
  std::chrono::milliseconds time_limit{30'000};
  bool caller_lacks_gpu_library =
      false;                   // it lies on disk and the calling process has not mapped it
  bool search_hung = false;    // or crashed: the search for LibTorch has no outcome
  bool nothing_found = false;  // the search came to its end, and the worker was given no LibTorch
  // A variable that hides every device: it is set, and without it the driver counts at least one.
  std::optional<std::string> hiding_variable;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_CIRCUMSTANCES_H_
