#include "kernodeck/environment.h"

#include <string>

#include "plugin/gtest/death_test.h"
#include "plugin/gtest/plugin.h"
#include "plugin/gtest/record.h"

namespace kernodeck {
namespace {

void Refuse(const std::string& why) {
  Record(testing::TestPartResult::kFatalFailure, nullptr, -1, why + " Nothing is run.");
}

}  // namespace

// Before the run, since a listener has to hear of its beginning.
Environment::Environment() { Plugin::Get().InstallListener(); }

void Environment::SetUp() {
  Plugin& plugin = Plugin::Get();
  if (plugin.judged_by_run_all_tests() || InDeathTestChild()) return;
  if (!plugin.usage_problem().empty()) {
    Refuse("CHECK_FAILED: usage error: " + plugin.usage_problem());
  } else if (!plugin.OpenReports()) {
    Refuse(plugin.ReportProblem());
  }
}

}  // namespace kernodeck
