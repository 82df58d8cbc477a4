#include "plugin/core/after_check.h"

namespace kernodeck {

Owner OwnerAfterCheck(const Verdict& after_check) {
  if (Passed(after_check.code)) return Owner::kCode;
  // A time-out without a cause is the diagnosis's own.
  const bool unchecked = after_check.cause
                             ? Info(*after_check.cause).certainty == Certainty::kCouldNotCheck
                             : after_check.code == Code::kTimeout;
  return unchecked ? Owner::kUnknown : Owner::kMachine;
}

std::string AfterCheckText(const Verdict& after_check, std::string_view failures) {
  const std::string begin = "after-check: " + std::string(Info(after_check.code).name) + ": ";
  switch (OwnerAfterCheck(after_check)) {
    case Owner::kCode:
      return begin + "the machine is fine, so " + std::string(failures) +
             " the code's (owner code).";
    case Owner::kMachine:
      return begin + after_check.message + " The machine broke during the run (owner machine).";
    case Owner::kNone:
    case Owner::kSetup:
    case Owner::kRequest:
    case Owner::kUnknown:
      break;
  }
  return begin + after_check.message + " The machine could not be checked again (owner unknown).";
}

}  // namespace kernodeck
