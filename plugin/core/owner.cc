#include "kernodeck/owner.h"

namespace kernodeck {

std::string_view Name(Owner owner) {
  switch (owner) {
    case Owner::kNone:
      return "";
    case Owner::kMachine:
      return "machine";
    case Owner::kSetup:
      return "setup";
    case Owner::kRequest:
      return "request";
    case Owner::kCode:
      return "code";
    case Owner::kUnknown:
      return "unknown";
  }
  return "unknown";
}

}  // namespace kernodeck
