// Covers D5 and D6: what a worker's process is given, and what it is not.
#include "plugin/diagnosis/child_setup.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <functional>

namespace kernodeck {
namespace {

// Applies `setup` in a child, then exits with what `look` says.
int InChild(ChildSetup setup, const std::function<int()>& look) {
  setup.supervisor = setup.supervisor == -1 ? ::getpid() : setup.supervisor;
  const pid_t child = ::fork();
  if (child == 0) {
    const int error = ApplyInChild(setup);
    ::_exit(error != 0 ? error : look());
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
}

class ChildSetupTest : public testing::Test {
 protected:
  void SetUp() override {
    null_ = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    channel_ = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    leaking_ = ::open("/dev/null", O_RDWR);
    setup_.input = setup_.output = setup_.errors = null_;
    setup_.channel = channel_;
  }
  void TearDown() override {
    for (const int fd : {null_, channel_, leaking_}) ::close(fd);
  }

  int null_ = -1;
  int channel_ = -1;
  int leaking_ = -1;
  ChildSetup setup_;
};

bool ClosesAtExec(int fd) { return (::fcntl(fd, F_GETFD) & FD_CLOEXEC) != 0; }

TEST_F(ChildSetupTest, OwnGroupKilledWithTheSupervisorAndReaperOfItsOrphans) {
  EXPECT_EQ(InChild(setup_,
                    [] {
                      int signal = 0;
                      int reaper = 0;
                      ::prctl(PR_GET_PDEATHSIG, &signal);
                      ::prctl(PR_GET_CHILD_SUBREAPER, &reaper);
                      if (::getpgid(0) != ::getpid()) return 1;
                      if (signal != SIGKILL) return 2;
                      return reaper == 1 ? 0 : 3;
                    }),
            0);
}

TEST_F(ChildSetupTest, OnlyTheStandardDescriptorsAndTheChannelLiveOnAfterExec) {
  EXPECT_EQ(InChild(setup_,
                    [this] {
                      if (ClosesAtExec(0) || ClosesAtExec(1) || ClosesAtExec(2)) return 1;
                      if (ClosesAtExec(channel_)) return 2;
                      if (!ClosesAtExec(leaking_) || !ClosesAtExec(null_)) return 3;
                      return 0;
                    }),
            0);
}

TEST_F(ChildSetupTest, AUsersProgramAdoptsNothing) {
  setup_.adopts_orphans = false;
  EXPECT_EQ(InChild(setup_,
                    [] {
                      int reaper = 1;
                      ::prctl(PR_GET_CHILD_SUBREAPER, &reaper);
                      return reaper;
                    }),
            0);
}

TEST_F(ChildSetupTest, StandardErrorMayBeApart) {
  int fds[2] = {-1, -1};
  ASSERT_EQ(::pipe2(fds, O_CLOEXEC), 0);
  setup_.errors = fds[1];
  EXPECT_EQ(InChild(setup_, [] { return ::write(STDERR_FILENO, "e", 1) == 1 ? 0 : 1; }), 0);
  char byte = 0;
  EXPECT_EQ(::read(fds[0], &byte, 1), 1);
  EXPECT_EQ(byte, 'e');
  ::close(fds[0]);
  ::close(fds[1]);
}

TEST_F(ChildSetupTest, SignalsAreAsAtTheirDefault) {
  std::signal(SIGUSR1, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
  EXPECT_EQ(InChild(setup_,
                    [] {
                      struct sigaction action = {};
                      ::sigaction(SIGPIPE, nullptr, &action);
                      if (action.sa_handler != SIG_DFL) return 1;
                      ::raise(SIGUSR1);
                      return 2;
                    }),
            256 + SIGUSR1);
  std::signal(SIGUSR1, SIG_DFL);
  std::signal(SIGPIPE, SIG_DFL);
}

TEST_F(ChildSetupTest, ABlockedSignalIsLetThrough) {
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &blocked, nullptr);
  EXPECT_EQ(InChild(setup_, [] { return ::raise(SIGUSR2); }), 256 + SIGUSR2);
  pthread_sigmask(SIG_UNBLOCK, &blocked, nullptr);
}

TEST_F(ChildSetupTest, NoCoreFileIsWritten) {
  EXPECT_EQ(InChild(setup_,
                    [] {
                      struct rlimit limit = {};
                      ::getrlimit(RLIMIT_CORE, &limit);
                      return limit.rlim_cur == 0 ? 0 : 1;
                    }),
            0);
}

TEST_F(ChildSetupTest, AUsersProgramKeepsItsLimitOfCoreFiles) {
  struct rlimit before = {};
  ::getrlimit(RLIMIT_CORE, &before);
  setup_.core_files = true;
  EXPECT_EQ(InChild(setup_,
                    [&before] {
                      struct rlimit limit = {};
                      ::getrlimit(RLIMIT_CORE, &limit);
                      return limit.rlim_cur == before.rlim_cur ? 0 : 1;
                    }),
            0);
}

TEST_F(ChildSetupTest, AChildWhoseSupervisorIsGoneDoesNotGoOn) {
  setup_.supervisor = 1;
  EXPECT_EQ(InChild(setup_, [] { return 0; }), ESRCH);
}

TEST_F(ChildSetupTest, ADescriptorThatIsNotOpenIsAnError) {
  setup_.output = 1'000'000;
  EXPECT_EQ(InChild(setup_, [] { return 0; }), EBADF);
}

TEST_F(ChildSetupTest, WithoutAChannelNoneIsPassedOn) {
  setup_.channel = -1;
  EXPECT_EQ(InChild(setup_, [this] { return ClosesAtExec(channel_) ? 0 : 1; }), 0);
}

}  // namespace
}  // namespace kernodeck
