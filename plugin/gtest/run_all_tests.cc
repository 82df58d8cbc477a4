#include "kernodeck/run_all_tests.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "plugin/gtest/death_test.h"
#include "plugin/gtest/plugin.h"
#include "plugin/gtest/run_info.h"
#include "plugin/gtest/run_summary.h"
#include "plugin/gtest/settings.h"

namespace kernodeck {
namespace {

int NothingWasRun(std::string_view problem, int exit_status) {
  std::fflush(stdout);
  std::fprintf(stderr, "kernodeck: %.*s\nNothing was run.\n", static_cast<int>(problem.size()),
               problem.data());
  return exit_status;
}

// GoogleTest shows its help and returns success where it does not know a flag.
int NothingWasStarted(int status) {
  const bool by_file = !GTEST_FLAG_GET(flagfile).empty();
  return NothingWasRun(by_file
                           ? "GoogleTest did not know one of its flags. A --gtest_flagfile takes "
                             "GoogleTest's own only; give those of kernodeck as arguments."
                           : "GoogleTest did not know one of its flags.",
                       status == 0 ? kExitUsage : status);
}

int RunPrepared(Plugin& plugin) {
  if (!plugin.usage_problem().empty()) {
    plugin.TellRunOfEnd(kExitUsage);
    return NothingWasRun(plugin.usage_problem(), kExitUsage);
  }
  if (!plugin.OpenReports()) {
    return NothingWasRun(plugin.ReportProblem(), Info(Code::kOutputWriteFailed).exit_status);
  }
  plugin.JudgedByRunAllTests();
  plugin.Install();
  const int status = RUN_ALL_TESTS();
  plugin.EndRunIfCutShort();
  const TestRun& run = plugin.run();
  if (!run.started()) return NothingWasStarted(status);
  const RunEnding ending = run.Ending();
  if (!plugin.under_run()) {
    std::fputs(SummaryText(run.tally(), ending).c_str(), stdout);
    std::fflush(stdout);
  }
  const int own_status = ExitStatusOf(run.tally(), ending);
  return own_status == 0 ? status : own_status;
}

int Run(const std::vector<std::string>& arguments) {
  Plugin& plugin = Plugin::Get();
  plugin.Prepare(arguments);
  if (std::count(arguments.begin(), arguments.end(), "--help") > 0) {
    std::fputs(FlagsHelp().c_str(), stdout);
    return RUN_ALL_TESTS();
  }
  // Both work whatever flags, variables and machine are like.
  if (GTEST_FLAG_GET(list_tests) || InDeathTestChild()) return RUN_ALL_TESTS();
  return RunPrepared(plugin);
}

}  // namespace

int RunAllTests(int& argc, char** argv) {
  const std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  int kept = std::min(argc, 1);
  bool ours = true;  // up to `--`
  for (int i = kept; i < argc; ++i) {
    ours = ours && std::string_view(argv[i]) != "--";
    if (!ours || !IsKernodeckFlag(argv[i])) argv[kept++] = argv[i];
  }
  argc = kept;
  argv[argc] = nullptr;
  return Run(arguments);
}

int RunAllTests() { return Run(ProgramArguments()); }

}  // namespace kernodeck
