// Covers D15: TERM, KILL, abandon, each at its time. Nothing is really killed here: a recorder
// stands in for kill(2), and the time is made up.
#include "plugin/diagnosis/kill_ladder.h"

#include <gtest/gtest.h>

#include <csignal>
#include <limits>
#include <utility>
#include <vector>

namespace kernodeck {
namespace {

using std::chrono::milliseconds;
using Sent = std::vector<std::pair<pid_t, int>>;

// No process has this number, so it has no descendants either.
constexpr pid_t kNoProcess = std::numeric_limits<pid_t>::max();

Sent ToGroupAndWorker(const std::vector<int>& signals) {
  Sent sent;
  for (const int signal : signals) {
    sent.emplace_back(-kNoProcess, signal);
    sent.emplace_back(kNoProcess, signal);
  }
  return sent;
}

class KillLadderTest : public testing::Test {
 protected:
  KillLadder MakeLadder() {
    return {kNoProcess, milliseconds(30), milliseconds(70), [this](pid_t process, int signal) {
              sent_.emplace_back(process, signal);
              return 0;
            }};
  }

  Sent sent_;
  const KillLadder::Clock::time_point start_{};
};

TEST_F(KillLadderTest, DoesNothingBeforeItIsBegun) {
  KillLadder ladder = MakeLadder();
  ladder.Advance(start_ + std::chrono::hours(1));
  EXPECT_FALSE(ladder.Begun());
  EXPECT_TRUE(sent_.empty());
}

TEST_F(KillLadderTest, ClimbsOneRungAtATime) {
  KillLadder ladder = MakeLadder();
  ladder.Begin(start_);
  EXPECT_EQ(sent_, ToGroupAndWorker({SIGTERM, SIGCONT}));
  EXPECT_EQ(ladder.NextDue(), start_ + milliseconds(30));
  sent_.clear();
  ladder.Advance(start_ + milliseconds(29));
  EXPECT_TRUE(sent_.empty());
  ladder.Advance(start_ + milliseconds(30));
  EXPECT_EQ(sent_, ToGroupAndWorker({SIGKILL}));
  EXPECT_EQ(ladder.NextDue(), start_ + milliseconds(100));
  ladder.Advance(start_ + milliseconds(99));
  EXPECT_FALSE(ladder.Abandoned());
  ladder.Advance(start_ + milliseconds(100));
  EXPECT_TRUE(ladder.Abandoned());
}

TEST_F(KillLadderTest, BeginsOnce) {
  KillLadder ladder = MakeLadder();
  ladder.Begin(start_);
  sent_.clear();
  ladder.Begin(start_ + milliseconds(10));
  EXPECT_TRUE(sent_.empty());
  EXPECT_EQ(ladder.NextDue(), start_ + milliseconds(30));
}

}  // namespace
}  // namespace kernodeck
