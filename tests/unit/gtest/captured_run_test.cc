// Covers G21: a program is started and listened to without a thread, a signal handler or a fork of
// this process, whatever the process is like.
#include "plugin/gtest/captured_run.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include "tests/unit/gtest/test_support.h"

namespace kernodeck {
namespace {

using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;
using End = CapturedRun::End;

CapturedRun Shell(const std::string& script, const RunLimits& limits = {}) {
  return RunAndCapture("/bin/sh", {"sh", "-c", script}, limits);
}

std::string Text(const CapturedRun& run) {
  return std::to_string(static_cast<int>(run.end)) + "/" + std::to_string(run.number) + "/" +
         run.output + "/" + run.error;
}

std::string Exited(int status, const std::string& output, const std::string& error) {
  CapturedRun run;
  run.end = End::kExited;
  run.number = status;
  run.output = output;
  run.error = error;
  return Text(run);
}

TEST(CapturedRunTest, KeepsBothOutputsAndTheStatus) {
  EXPECT_EQ(Text(Shell("printf out; printf err >&2; exit 7")), Exited(7, "out", "err"));
}

TEST(CapturedRunTest, TellsASignalFromAStatus) {
  const CapturedRun run = Shell("kill -SEGV $$");
  EXPECT_EQ(run.end, End::kSignaled);
  EXPECT_EQ(run.number, SIGSEGV);
}

TEST(CapturedRunTest, AProgramThatIsNoneIsNotStarted) {
  const CapturedRun run = RunAndCapture("/nonexistent/program", {"program"}, {});
  EXPECT_EQ(run.end, End::kNotStarted);
  EXPECT_EQ(run.number, ENOENT);
}

TEST(CapturedRunTest, ReadsMoreThanAPipeHolds) {
  const CapturedRun run = Shell("head -c 1000000 /dev/zero; head -c 1000000 /dev/zero >&2; exit 3");
  EXPECT_EQ(run.end, End::kExited);
  EXPECT_EQ(run.number, 3);
  EXPECT_EQ(run.output.size(), 1'000'000U);
  EXPECT_EQ(run.error.size(), std::size_t{64} << 10U) << "what is more is dropped";
}

TEST(CapturedRunTest, WhatNeverEndsIsEndedAtTheLimit) {
  RunLimits limits;
  limits.time = 300ms;
  EXPECT_EQ(Shell("exec sleep 1000", limits).end, End::kTimedOut);
  EXPECT_EQ(Shell("trap '' TERM; printf x; while :; do sleep 1; done", limits).output, "x")
      << "by SIGKILL, where SIGTERM does not do";
  EXPECT_EQ(Shell("exec >&- 2>&-; exec sleep 1000", limits).end, End::kTimedOut)
      << "its outputs are closed, and it is still there";
}

TEST(CapturedRunTest, WhatWritesTooMuchIsEnded) {
  RunLimits limits;
  limits.output_bytes = 1000;
  const CapturedRun run = Shell("exec cat /dev/zero", limits);
  EXPECT_EQ(run.end, End::kTooMuch);
  EXPECT_EQ(run.output.size(), 1000U);
}

TEST(CapturedRunTest, AGrandchildThatKeepsTheOutputOpenHoldsNobodyUp) {
  const auto before = std::chrono::steady_clock::now();
  const CapturedRun run = Shell("sleep 5 & printf done");
  EXPECT_EQ(Text(run), Exited(0, "done", ""));
  EXPECT_LT(std::chrono::steady_clock::now() - before, 4s);
}

TEST(CapturedRunTest, StandardInputIsEmpty) {
  EXPECT_EQ(Text(Shell("cat; printf end")), Exited(0, "end", ""));
}

TEST(CapturedRunTest, InheritsNoDescriptor) {
  const int leaked = open("/dev/null", O_RDONLY);  // without O_CLOEXEC, as many libraries open
  ASSERT_GE(leaked, 3);
  const std::string number = std::to_string(leaked);
  EXPECT_EQ(Shell("test -e /proc/self/fd/" + number + " && printf leaked").output, "");
  close(leaked);
}

TEST(CapturedRunTest, StartsWithDefaultSignalsAndNoneBlocked) {
  // Of numbers 1 to 32, of which the last is the C library's own.
  EXPECT_EQ(InFreshProcess({},
                           [] {
                             sigset_t all;
                             sigfillset(&all);
                             sigprocmask(SIG_SETMASK, &all, nullptr);
                             std::signal(SIGTERM, SIG_IGN);
                             std::signal(SIGPIPE, SIG_IGN);
                             return Shell(
                                        "sed -n 's/^\\(Sig[BIC].*\\)\\(.\\{8\\}\\)$/\\2/p' "
                                        "/proc/self/status")
                                 .output;
                           }),
            "00000000\n80000000\n00000000\n");
}

TEST(CapturedRunTest, WorksWhereSigchldIsIgnored) {
  const std::string text = InFreshProcess({}, [] {
    std::signal(SIGCHLD, SIG_IGN);
    return Text(Shell("printf out; exit 7"));
  });
  CapturedRun lost;
  lost.end = End::kLost;
  lost.output = "out";
  EXPECT_EQ(text, Text(lost)) << "the kernel keeps no status then";
}

TEST(CapturedRunTest, WorksWhereTheStandardDescriptorsAreClosed) {
  EXPECT_EQ(InFreshProcess({},
                           [] {
                             for (const int number : {0, 1, 2}) close(number);
                             return Text(Shell("cat; printf out; printf err >&2; exit 5"));
                           }),
            Exited(5, "out", "err"));
}

TEST(CapturedRunTest, WorksWhereNoDescriptorIsLeft) {
  EXPECT_EQ(InFreshProcess({},
                           [] {
                             while (open("/dev/null", O_RDONLY) >= 0) continue;
                             const CapturedRun run = Shell("exit 0");
                             return std::string(run.end == End::kNotStarted ? "not started " : "") +
                                    std::to_string(run.number);
                           }),
            "not started " + std::to_string(EMFILE));
}

TEST(CapturedRunTest, WorksAmongThreadsThatSpawnThemselves) {
  std::atomic<int> right = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&right, i] {
      const std::string number = std::to_string(i);
      if (Text(Shell("printf " + number + "; exit " + number)) == Exited(i, number, "")) ++right;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 8);
}

TEST(CapturedRunTest, LeavesNoChildAndNoDescriptor) {
  EXPECT_EQ(InFreshProcess({},
                           [] {
                             const int before = open("/dev/null", O_RDONLY);
                             close(before);
                             RunLimits limits;
                             limits.time = 100ms;
                             static_cast<void>(Shell("exit 1"));
                             static_cast<void>(Shell("exec sleep 1000", limits));
                             const int after = open("/dev/null", O_RDONLY);
                             const bool child = waitpid(-1, nullptr, WNOHANG) >= 0;
                             return std::string(after == before ? "" : "descriptor ") +
                                    (child ? "child" : "");
                           }),
            "");
}

}  // namespace
}  // namespace kernodeck
