// Covers G9: progress on a terminal says done, failed, running and the time left, on one line.
#include "plugin/cli/run_progress.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

RunProgress Progress(int done, int total, int seconds) {
  RunProgress progress;
  progress.done = done;
  progress.total = total;
  progress.elapsed = std::chrono::seconds(seconds);
  return progress;
}

TEST(RunProgressTest, SaysHowARunStands) {
  RunProgress progress = Progress(10, 40, 20);
  progress.failed = 2;
  progress.running = "A.b";
  EXPECT_EQ(ProgressText(progress), "10 of 40 done, 2 failed, 1 min 0 s left, running A.b");
}

TEST(RunProgressTest, TheTimeLeftIsSaidWhereItCanBeKnown) {
  EXPECT_EQ(ProgressText(Progress(0, 40, 5)), "0 of 40 done, 0 failed");
  EXPECT_EQ(ProgressText(Progress(7, 0, 5)), "7 done, 0 failed");
  EXPECT_EQ(ProgressText(Progress(40, 40, 5)), "40 of 40 done, 0 failed");
  EXPECT_EQ(ProgressText(Progress(39, 40, 39)), "39 of 40 done, 0 failed, 1 s left");
  EXPECT_EQ(ProgressText(Progress(1, 3, 3700)), "1 of 3 done, 0 failed, 2 h 3 min left");
}

TEST(RunProgressTest, ATestsNameCannotSpoilTheTerminal) {
  RunProgress progress = Progress(1, 1, 1);
  progress.running = "A.\x1b[2J\n" + std::string(500, 'x');
  const std::string text = ProgressText(progress);
  EXPECT_LE(text.size(), 79U);
  EXPECT_EQ(text.find_first_of("\x1b\n"), std::string::npos);
}

}  // namespace
}  // namespace kernodeck
