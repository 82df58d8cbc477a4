#include "kernodeck/environment.h"

#include <string>

#include "plugin/gtest/plugin.h"

namespace kernodeck {

// Before the run, since a listener has to hear of its beginning.
Environment::Environment() { Plugin::Get().InstallListener(); }

void Environment::SetUp() {
  Plugin& plugin = Plugin::Get();
  if (plugin.judged_by_run_all_tests() || InDeathTestChild()) return;
  ASSERT_EQ(plugin.usage_problem(), "") << "kernodeck: usage error: nothing is run.";
  ASSERT_TRUE(plugin.OpenReports()) << "OUTPUT_WRITE_FAILED: nothing is run.";
}

void Environment::TearDown() {
  Plugin& plugin = Plugin::Get();
  if (plugin.judged_by_run_all_tests() || InDeathTestChild()) return;
  const TestRun& run = plugin.run();
  EXPECT_GE(run.tally().iteration().gpu_ran, run.wanted_gpu_tests())
      << "kernodeck: fewer GPU tests ran than had to.";
}

}  // namespace kernodeck
