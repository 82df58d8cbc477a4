// Covers D5: all that a worker started is killed, and nothing else.
#include "plugin/diagnosis/orphan_reaper.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>

#include "plugin/diagnosis/process_table.h"
#include "tests/unit/diagnosis/process_census.h"

namespace kernodeck {
namespace {

// Long enough for every test, and not for ever when one of them fails.
[[noreturn]] void Sleep() {
  ::sleep(60);
  ::_exit(0);
}

// A child that runs `work` and then sleeps until it is killed.
pid_t ForkSleeping(const std::function<void()>& work = nullptr) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  if (work) work();
  Sleep();
}

// A child that leaves a sleeping grandchild of its own session and ends. Returns once it has.
void ForkAndOrphan() {
  const pid_t child = ::fork();
  if (child == 0) {
    int fds[2];
    (void)!::pipe(fds);
    if (::fork() == 0) {
      ::setsid();
      ::close(fds[0]);
      ::close(fds[1]);
      Sleep();
    }
    ::close(fds[1]);
    char byte = 0;
    (void)!::read(fds[0], &byte, 1);
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
}

bool IsRunning(pid_t process) { return ::kill(process, 0) == 0; }

void End(pid_t child) {
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
}

void SweepUntilNothingIsLeft(OrphanReaper& reaper) {
  for (int i = 0; i < 5000 && reaper.Sweep() > 0; ++i) ::usleep(1000);
}

class OrphanReaperTest : public SupervisionFixture {};

TEST_F(OrphanReaperTest, AdoptsAndEndsAnOrphanInAnotherSession) {
  OrphanReaper reaper(::kill);
  ForkAndOrphan();
  ASSERT_EQ(ChildrenOf(::getpid()).size(), 1U);
  SweepUntilNothingIsLeft(reaper);
  EXPECT_TRUE(ChildrenOf(::getpid()).empty());
}

TEST_F(OrphanReaperTest, SparesWorkersAndForgetsThemOnRequest) {
  OrphanReaper reaper(::kill);
  const pid_t worker = ForkSleeping();
  reaper.Spare(worker);
  EXPECT_EQ(reaper.Sweep(), 0U);
  EXPECT_TRUE(IsRunning(worker));
  reaper.Forget(worker);
  SweepUntilNothingIsLeft(reaper);
  EXPECT_FALSE(IsRunning(worker));
}

TEST_F(OrphanReaperTest, SparesChildrenThatWereThereBefore) {
  const pid_t before = ForkSleeping();
  {
    OrphanReaper reaper(::kill);
    EXPECT_EQ(reaper.Sweep(), 0U);
  }
  EXPECT_TRUE(IsRunning(before));
  End(before);
}

// A process that is older than the first worker is none of its leftovers, though it is adopted.
TEST_F(OrphanReaperTest, SparesAnOrphanOlderThanTheFirstWorker) {
  OrphanReaper reaper(::kill);
  ForkAndOrphan();
  const pid_t orphan = ChildrenOf(::getpid()).at(0);
  ::usleep(30'000);  // the start times of /proc count in hundredths of a second
  const pid_t worker = ForkSleeping();
  reaper.Spare(worker);
  EXPECT_EQ(reaper.Sweep(), 0U);
  EXPECT_TRUE(IsRunning(orphan));
  End(worker);
  End(orphan);
}

TEST_F(OrphanReaperTest, CountsWhatItCannotKill) {
  const KillFunction killer_that_does_nothing = [](pid_t, int) { return 0; };
  OrphanReaper reaper(killer_that_does_nothing);
  ForkAndOrphan();
  EXPECT_EQ(reaper.Sweep(), 1U);
  End(ChildrenOf(::getpid()).at(0));
  EXPECT_EQ(reaper.Sweep(), 0U);
}

TEST_F(OrphanReaperTest, GivesTheRoleOfReaperBack) {
  for (const int before : {0, 1}) {
    ::prctl(PR_SET_CHILD_SUBREAPER, before);
    int during = -1;
    {
      const OrphanReaper reaper(::kill);
      ::prctl(PR_GET_CHILD_SUBREAPER, &during);
    }
    int after = -1;
    ::prctl(PR_GET_CHILD_SUBREAPER, &after);
    EXPECT_EQ(during, 1);
    EXPECT_EQ(after, before);
  }
  ::prctl(PR_SET_CHILD_SUBREAPER, 0);
}

}  // namespace
}  // namespace kernodeck
