// Covers D5, D6 and D15: a worker's time, its channel and its end, without a clock and a loop. The
// processes here are forks of the test that wait to be killed.
#include "plugin/diagnosis/worker_process.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

namespace kernodeck {
namespace {

using Kind = ProcessEnd::Kind;
using std::chrono::milliseconds;

WorkerLimits Limits() {
  WorkerLimits limits;
  limits.computation = milliseconds(1000);
  limits.term_grace = milliseconds(30);
  limits.kill_grace = milliseconds(70);
  limits.max_report_bytes = 100;
  limits.max_output_bytes = 8;
  return limits;
}

class WorkerProcessTest : public testing::Test {
 protected:
  void SetUp() override {
    pid_ = ::fork();
    if (pid_ != 0) return;
    ::setpgid(0, 0);
    std::signal(SIGTERM, SIG_IGN);
    for (;;) ::pause();
  }

  void TearDown() override {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }

  // Kills the child and waits until it can be collected.
  void LetDie(int signal) const {
    ::kill(pid_, signal);
    siginfo_t info;
    ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT);
  }

  pid_t pid_ = -1;
  const WorkerProcess::Clock::time_point start_{};
  const KillFunction killer_that_does_nothing_ = [](pid_t, int) { return 0; };
};

TEST_F(WorkerProcessTest, ItsTimeIsUpAtTheLimitAndNotBefore) {
  WorkerProcess worker(pid_, start_, Limits(), ::kill);
  EXPECT_EQ(worker.NextDue(), start_ + milliseconds(1000));
  worker.Advance(start_ + milliseconds(999));
  EXPECT_EQ(worker.NextDue(), start_ + milliseconds(1000));
  worker.Advance(start_ + milliseconds(1000));
  EXPECT_EQ(worker.NextDue(), start_ + milliseconds(1030));
  EXPECT_FALSE(worker.Ended());
  LetDie(SIGKILL);
  worker.Collect(start_ + milliseconds(1010));
  ASSERT_TRUE(worker.Ended());
  const WorkerRun run = worker.TakeRun();
  EXPECT_EQ(run.end.kind, Kind::kTimedOut);
  EXPECT_EQ(run.total, milliseconds(1010));
}

TEST_F(WorkerProcessTest, WhoEndedJustBeforeTheLimitWasLookedAtDidNotTimeOut) {
  WorkerProcess worker(pid_, start_, Limits(), ::kill);
  LetDie(SIGKILL);
  worker.Advance(start_ + milliseconds(1000));
  ASSERT_TRUE(worker.Ended());
  const WorkerRun run = worker.TakeRun();
  EXPECT_EQ(run.end.kind, Kind::kSignaled);
  EXPECT_EQ(run.end.signal, SIGKILL);
}

TEST_F(WorkerProcessTest, WhoCannotBeKilledIsAbandonedWithItsState) {
  ::kill(pid_, SIGSTOP);
  ::waitpid(pid_, nullptr, WUNTRACED);
  WorkerProcess worker(pid_, start_, Limits(), killer_that_does_nothing_);
  for (const int at : {1000, 1030, 1100}) {
    EXPECT_FALSE(worker.Ended());
    worker.Advance(start_ + milliseconds(at));
  }
  ASSERT_TRUE(worker.Ended());
  EXPECT_TRUE(worker.Abandoned());
  const WorkerRun run = worker.TakeRun();
  EXPECT_EQ(run.end.kind, Kind::kCouldNotBeKilled);
  EXPECT_EQ(run.end.state, "T (stopped)");
}

TEST_F(WorkerProcessTest, AnInterruptNamesTheFirstSignal) {
  WorkerProcess worker(pid_, start_, Limits(), ::kill);
  worker.Interrupt(SIGINT, start_ + milliseconds(10));
  worker.Interrupt(SIGTERM, start_ + milliseconds(20));
  LetDie(SIGKILL);
  worker.Collect(start_ + milliseconds(30));
  const WorkerRun run = worker.TakeRun();
  EXPECT_EQ(run.end.kind, Kind::kInterrupted);
  EXPECT_EQ(run.end.signal, SIGINT);
}

TEST_F(WorkerProcessTest, AnInvalidChannelKeepsWhatCameBeforeAndEndsTheWorker) {
  WorkerProcess worker(pid_, start_, Limits(), ::kill);
  EXPECT_TRUE(worker.TakeChannel("hello\tprotocol=1\nbegin\t", start_, nullptr));
  EXPECT_FALSE(worker.TakeChannel("what\nend\twhat=x\n", start_ + milliseconds(5), nullptr));
  EXPECT_EQ(worker.NextDue(), start_ + milliseconds(35));
  worker.Advance(start_ + milliseconds(35));
  LetDie(SIGKILL);
  worker.Collect(start_ + milliseconds(40));
  const WorkerRun run = worker.TakeRun();
  EXPECT_TRUE(run.channel_invalid);
  EXPECT_EQ(run.end.kind, Kind::kSignaled);
  ASSERT_EQ(run.events.size(), 1U);
  EXPECT_EQ(run.events[0].event.name, "hello");
}

TEST_F(WorkerProcessTest, TooMuchIsInvalidToo) {
  WorkerProcess worker(pid_, start_, Limits(), ::kill);
  EXPECT_TRUE(worker.TakeChannel(std::string(99, 'a'), start_, nullptr));
  EXPECT_FALSE(worker.TakeChannel("aa", start_, nullptr));
}

TEST_F(WorkerProcessTest, EventsCarryTheirTimeAndReachTheObserver) {
  WorkerProcess worker(pid_, start_, Limits(), ::kill);
  std::vector<std::string> observed;
  const auto observer = [&](const Event& event) { observed.push_back(event.name); };
  EXPECT_TRUE(worker.TakeChannel("one\ntwo\n", start_ + milliseconds(7), observer));
  EXPECT_EQ(observed, (std::vector<std::string>{"one", "two"}));
  LetDie(SIGKILL);
  worker.Collect(start_ + milliseconds(8));
  const WorkerRun run = worker.TakeRun();
  ASSERT_EQ(run.events.size(), 2U);
  EXPECT_EQ(run.events[1].at, milliseconds(7));
}

TEST_F(WorkerProcessTest, TheLimitCanBeMovedAndTakenAway) {
  WorkerLimits limits = Limits();
  limits.computation = milliseconds::max();
  WorkerProcess worker(pid_, start_, limits, ::kill);
  EXPECT_EQ(worker.NextDue(), WorkerProcess::Clock::time_point::max());
  worker.SetDeadline(start_ + milliseconds(10));
  worker.Advance(start_ + milliseconds(9));
  EXPECT_EQ(worker.NextDue(), start_ + milliseconds(10));
  worker.Expire(start_ + milliseconds(9));
  EXPECT_EQ(worker.NextDue(), start_ + milliseconds(39));
  LetDie(SIGKILL);
  worker.Collect(start_ + milliseconds(20));
  EXPECT_EQ(worker.TakeRun().end.kind, Kind::kTimedOut);
}

TEST_F(WorkerProcessTest, EventsNeedNotBeKept) {
  WorkerLimits limits = Limits();
  limits.keep_events = false;
  WorkerProcess worker(pid_, start_, limits, ::kill);
  int observed = 0;
  EXPECT_TRUE(worker.TakeChannel("one\ntwo\n", start_, [&](const Event&) { ++observed; }));
  EXPECT_EQ(observed, 2);
  LetDie(SIGKILL);
  worker.Collect(start_);
  EXPECT_TRUE(worker.TakeRun().events.empty());
}

TEST_F(WorkerProcessTest, AStatusThatSomebodyElseCollectedIsNeverSuccess) {
  WorkerProcess worker(pid_, start_, Limits(), ::kill);
  LetDie(SIGKILL);
  ::waitpid(pid_, nullptr, 0);
  worker.Collect(start_);
  ASSERT_TRUE(worker.Ended());
  const WorkerRun run = worker.TakeRun();
  EXPECT_EQ(run.end.kind, Kind::kExited);
  EXPECT_EQ(run.end.exit_status, -1);
}

TEST_F(WorkerProcessTest, OutputIsBounded) {
  WorkerProcess worker(pid_, start_, Limits(), ::kill);
  worker.TakeOutput("0123456789");
  LetDie(SIGKILL);
  worker.Collect(start_);
  EXPECT_EQ(worker.TakeRun().output, "0123\n[... 2 bytes left out ...]\n6789");
}

}  // namespace
}  // namespace kernodeck
