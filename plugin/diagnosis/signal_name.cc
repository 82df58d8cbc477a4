#include "plugin/diagnosis/signal_name.h"

#include <cstring>

namespace kernodeck {

std::string SignalName(int signal) {
  const char* const abbreviation = ::sigabbrev_np(signal);
  if (abbreviation == nullptr) return "signal " + std::to_string(signal);
  return std::string("SIG").append(abbreviation);
}

}  // namespace kernodeck
