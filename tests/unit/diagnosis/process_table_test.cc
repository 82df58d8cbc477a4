// Covers D15: what is known of a process that cannot be killed.
#include "plugin/diagnosis/process_table.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <limits>

namespace kernodeck {
namespace {

constexpr pid_t kNoProcess = std::numeric_limits<pid_t>::max();

// A child that waits to be killed, and a grandchild under it.
class ProcessTableTest : public testing::Test {
 protected:
  void SetUp() override {
    int fds[2];
    ASSERT_EQ(::pipe(fds), 0);
    child_ = ::fork();
    if (child_ == 0) {
      const pid_t grandchild = ::fork();
      if (grandchild > 0) (void)!::write(fds[1], &grandchild, sizeof grandchild);
      for (;;) ::pause();
    }
    ASSERT_EQ(::read(fds[0], &grandchild_, sizeof grandchild_), ssize_t{sizeof grandchild_});
    ::close(fds[0]);
    ::close(fds[1]);
  }

  void TearDown() override {
    ::kill(grandchild_, SIGKILL);
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
  }

  pid_t child_ = -1;
  pid_t grandchild_ = -1;
};

TEST_F(ProcessTableTest, FindsChildrenAndDescendants) {
  EXPECT_EQ(ChildrenOf(::getpid()), std::vector<pid_t>{child_});
  EXPECT_EQ(ChildrenOf(child_), std::vector<pid_t>{grandchild_});
  EXPECT_EQ(ChildrenOf(grandchild_), std::vector<pid_t>{});
  EXPECT_EQ(DescendantsOf(::getpid()), (std::vector<pid_t>{child_, grandchild_}));
}

TEST_F(ProcessTableTest, TheSearchThroughAllProcessesFindsTheSame) {
  EXPECT_EQ(ChildrenBySearch(::getpid()), std::vector<pid_t>{child_});
  EXPECT_EQ(ChildrenBySearch(child_), std::vector<pid_t>{grandchild_});
}

TEST_F(ProcessTableTest, NamesTheState) {
  ::kill(child_, SIGSTOP);
  ASSERT_EQ(::waitpid(child_, nullptr, WUNTRACED), child_);
  EXPECT_EQ(StateOf(child_), "T (stopped)");
}

TEST_F(ProcessTableTest, AZombieIsStillAChild) {
  ::kill(child_, SIGKILL);
  siginfo_t info;
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(child_), &info, WEXITED | WNOWAIT), 0);
  EXPECT_EQ(ChildrenOf(::getpid()), std::vector<pid_t>{child_});
  EXPECT_EQ(StateOf(child_), "Z (zombie)");
}

TEST_F(ProcessTableTest, AChildIsNotOlderThanItsParent) {
  ASSERT_TRUE(StartTicksOf(::getpid()));
  ASSERT_TRUE(StartTicksOf(child_));
  EXPECT_GE(*StartTicksOf(child_), *StartTicksOf(::getpid()));
  EXPECT_GT(*StartTicksOf(::getpid()), 0U);
}

TEST(ProcessTableOfNobodyTest, OfAProcessThatIsNotThereNothingIsKnown) {
  EXPECT_TRUE(ChildrenOf(kNoProcess).empty());
  EXPECT_TRUE(ChildrenBySearch(kNoProcess).empty());
  EXPECT_EQ(StateOf(kNoProcess), "");
  EXPECT_EQ(StartTicksOf(kNoProcess), std::nullopt);
}

}  // namespace
}  // namespace kernodeck
