#ifndef KERNODECK_PLUGIN_PROBE_CAUGHT_FAILURE_H_
#define KERNODECK_PLUGIN_PROBE_CAUGHT_FAILURE_H_

#include <cstdint>
#include <string>

#include "plugin/worker/probe_interface.h"

namespace kernodeck {

// What an exception says by its type and number. Its text is local evidence only.
struct CaughtFailure {
  KernodeckFailureKind kind = KERNODECK_FAILURE_EXCEPTION;
  std::int64_t number = 0;
  std::string local_text;
};

// Describes the exception that is being handled; call it in a catch block only. Never throws what
// it describes.
[[nodiscard]] CaughtFailure DescribeCurrentException();

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_PROBE_CAUGHT_FAILURE_H_
