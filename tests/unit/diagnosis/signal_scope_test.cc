// Covers D5: the supervisor gives back the signal handling that it found.
#include "plugin/diagnosis/signal_scope.h"

#include <gtest/gtest.h>

#include <array>

namespace kernodeck {
namespace {

volatile std::sig_atomic_t g_caught = 0;

void Count(int /*signal*/) { g_caught = g_caught + 1; }

bool IsBlocked(int signal) {
  sigset_t mask;
  pthread_sigmask(SIG_SETMASK, nullptr, &mask);
  return sigismember(&mask, signal) == 1;
}

sighandler_t HandlerOf(int signal) {
  struct sigaction action = {};
  ::sigaction(signal, nullptr, &action);
  return action.sa_handler;
}

class SignalScopeTest : public testing::Test {
 protected:
  void TearDown() override {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD}) std::signal(signal, SIG_DFL);
    g_caught = 0;
  }
};

TEST_F(SignalScopeTest, HandlersAndMaskAreGivenBack) {
  std::signal(SIGTERM, Count);
  std::signal(SIGHUP, SIG_IGN);
  std::signal(SIGCHLD, SIG_IGN);
  {
    const SignalScope scope;
    EXPECT_TRUE(scope.WasIgnored(SIGHUP));
    EXPECT_FALSE(scope.WasIgnored(SIGTERM));
    EXPECT_FALSE(scope.WasIgnored(SIGINT));
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD}) std::signal(signal, SIG_DFL);
    EXPECT_TRUE(IsBlocked(SIGUSR1));
  }
  EXPECT_EQ(HandlerOf(SIGTERM), Count);
  EXPECT_EQ(HandlerOf(SIGHUP), SIG_IGN);
  EXPECT_EQ(HandlerOf(SIGCHLD), SIG_IGN);
  EXPECT_FALSE(IsBlocked(SIGTERM));
  EXPECT_FALSE(IsBlocked(SIGUSR1));
}

TEST_F(SignalScopeTest, LentSignalsAreLetThroughEvenWhereTheyWereBlocked) {
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGCHLD);
  sigaddset(&blocked, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &blocked, nullptr);
  {
    SignalScope scope;
    scope.Unblock();
    EXPECT_FALSE(IsBlocked(SIGCHLD));
    EXPECT_TRUE(IsBlocked(SIGUSR1));
    SignalScope::Block();
    EXPECT_TRUE(IsBlocked(SIGCHLD));
  }
  EXPECT_TRUE(IsBlocked(SIGCHLD));
  pthread_sigmask(SIG_UNBLOCK, &blocked, nullptr);
}

TEST_F(SignalScopeTest, ASignalWithinReachesItsOwnHandlerAfterwards) {
  std::signal(SIGTERM, Count);
  {
    const SignalScope scope;
    std::signal(SIGTERM, SIG_DFL);
    ::raise(SIGTERM);
    EXPECT_EQ(g_caught, 0);
  }
  EXPECT_EQ(g_caught, 1);
}

TEST_F(SignalScopeTest, HandlersRestartSystemCallsOnRequest) {
  struct sigaction before = {};
  before.sa_handler = Count;
  ::sigaction(SIGTERM, &before, nullptr);
  {
    const SignalScope scope;
    SignalScope::RestartInterruptedCalls();
    struct sigaction during = {};
    ::sigaction(SIGTERM, nullptr, &during);
    EXPECT_NE(during.sa_flags & SA_RESTART, 0);
    EXPECT_EQ(HandlerOf(SIGINT), SIG_DFL);
  }
  struct sigaction after = {};
  ::sigaction(SIGTERM, nullptr, &after);
  EXPECT_EQ(after.sa_flags & SA_RESTART, 0);
}

TEST_F(SignalScopeTest, ASignalPassedOnIsSentAgain) {
  std::signal(SIGINT, Count);
  {
    SignalScope scope;
    scope.PassOn(SIGINT);
    EXPECT_EQ(g_caught, 0);
  }
  EXPECT_EQ(g_caught, 1);
}

}  // namespace
}  // namespace kernodeck
