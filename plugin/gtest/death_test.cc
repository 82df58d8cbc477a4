#include "plugin/gtest/death_test.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>

namespace kernodeck {
namespace {

std::string_view NameOf(CheckTarget target) {
  switch (target) {
    case CheckTarget::kGpu:
      return "gpu";
    case CheckTarget::kCpu:
      return "cpu";
  }
  return "";
}

std::string OwnValue() {
  const char* const value = std::getenv(kReadyParentVariable);
  return value == nullptr ? "" : value;
}

}  // namespace

bool InDeathTestChild() {
#if defined(GTEST_HAS_DEATH_TEST) && GTEST_HAS_DEATH_TEST
  // Before the test runs, only the flag tells: its style may be set by the test itself.
  return !GTEST_FLAG_GET(internal_run_death_test).empty() || testing::internal::InDeathTestChild();
#else
  return false;
#endif
}

std::string WithReady(std::string_view value, pid_t own, CheckTarget target) {
  std::string ready = std::to_string(own) + ":";
  if (value.substr(0, ready.size()) == ready) ready = std::string(value) + ",";
  return ready.append(NameOf(target));
}

bool SaysReady(std::string_view value, pid_t parent, CheckTarget target) {
  const std::string begin = std::to_string(parent) + ":";
  return value.substr(0, begin.size()) == begin &&
         value.find(NameOf(target), begin.size()) != std::string_view::npos;
}

void HandReadinessOn(CheckTarget target) {
  setenv(kReadyParentVariable, WithReady(OwnValue(), getpid(), target).c_str(), 1);
}

bool ParentWasReady(CheckTarget target) {
  return InDeathTestChild() && SaysReady(OwnValue(), getppid(), target);
}

}  // namespace kernodeck
