// Covers D5, and the end at a signal: a helper that is interrupted ends the whole diagnosis.
#include "plugin/diagnosis/helper_runner.h"

#include <gtest/gtest.h>

#include <csignal>

namespace kernodeck {
namespace {

WorkerCommand Shell(const std::string& script) {
  WorkerCommand command{"/bin/sh", {"-c", script}, {}};
  command.event_channel = false;
  return command;
}

TEST(HelperRunnerTest, RunsAHelper) {
  HelperRunner helpers;
  const std::optional<WorkerRun> run = helpers.Run(Shell("echo seen"), std::chrono::seconds(20));
  ASSERT_TRUE(run);
  EXPECT_EQ(run->output, "seen\n");
  EXPECT_FALSE(helpers.InterruptedBySignal());
}

TEST(HelperRunnerTest, WithoutTimeNothingIsStarted) {
  HelperRunner helpers;
  EXPECT_FALSE(helpers.Run(Shell("exit 0"), std::chrono::milliseconds(0)));
  EXPECT_FALSE(helpers.Run(Shell("exit 0"), std::chrono::milliseconds(-1)));
}

TEST(HelperRunnerTest, ASignalEndsTheHelperAndAllThatWouldFollow) {
  HelperRunner helpers;
  // The helper asks for its own end through its parent, as a person at a keyboard would.
  EXPECT_FALSE(helpers.Run(Shell("kill -TERM $PPID; sleep 60"), std::chrono::seconds(20)));
  EXPECT_EQ(helpers.InterruptedBySignal(), SIGTERM);
  EXPECT_FALSE(helpers.Run(Shell("exit 0"), std::chrono::seconds(20)));
}

}  // namespace
}  // namespace kernodeck
