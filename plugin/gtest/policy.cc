#include "kernodeck/policy.h"

namespace kernodeck {

std::string_view Name(Policy policy) {
  switch (policy) {
    case Policy::kRequire:
      return "require";
    case Policy::kSkip:
      return "skip";
  }
  return "";
}

}  // namespace kernodeck
