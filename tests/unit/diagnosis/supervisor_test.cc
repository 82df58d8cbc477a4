// Covers D5, D6 and D9: what the supervisor makes of workers that behave, and of several at once.
#include "plugin/diagnosis/supervisor.h"

#include <unistd.h>

#include <atomic>
#include <set>
#include <thread>

#include "plugin/diagnosis/process_table.h"
#include "tests/unit/diagnosis/process_census.h"

namespace kernodeck {
namespace {

using Kind = ProcessEnd::Kind;
using std::chrono::milliseconds;

class SupervisorTest : public SupervisionFixture {};

WorkerLimits LimitOf(milliseconds computation) {
  WorkerLimits limits;
  limits.computation = computation;
  return limits;
}

constexpr milliseconds kAmple{20'000};  // never reached by a worker that ends by itself
constexpr milliseconds kShort{700};     // reached by one that hangs

TEST_F(SupervisorTest, APassingWorkerGivesAllItsEventsInOrder) {
  std::vector<std::string> observed;
  const std::vector<WorkerRun> runs = RunInTime({StandinCommand("passes")}, LimitOf(kAmple),
                                                [&](std::size_t worker, const Event& event) {
                                                  EXPECT_EQ(worker, 0U);
                                                  observed.push_back(Brief(event));
                                                });
  const WorkerRun& run = runs.at(0);
  EXPECT_EQ(run.end.kind, Kind::kExited);
  EXPECT_EQ(run.end.exit_status, 0);
  EXPECT_FALSE(run.channel_invalid);
  EXPECT_EQ(LastEvent(run), "done");
  std::vector<std::string> kept;
  auto last = std::chrono::steady_clock::duration::zero();
  for (const TimedEvent& timed : run.events) {
    kept.push_back(Brief(timed.event));
    EXPECT_GE(timed.at, last);
    last = timed.at;
  }
  EXPECT_EQ(kept.front(), "hello");
  EXPECT_EQ(kept, observed);
  EXPECT_GE(run.total, last);
}

TEST_F(SupervisorTest, NoiseOnStdoutAndStderrIsKeptApartFromTheChannel) {
  const std::vector<WorkerRun> runs = RunInTime({StandinCommand("passes")}, LimitOf(kAmple));
  EXPECT_EQ(runs.at(0).output, "standin: a line on stdout\nstandin: a line on stderr\n");
}

// The worker ends with more in its pipe than one read takes.
TEST_F(SupervisorTest, WhatAnEndedWorkerLeftInItsPipeIsRead) {
  const std::vector<WorkerRun> runs =
      RunInTime({StandinCommand("ends_with_a_full_pipe")}, LimitOf(kAmple),
                [](std::size_t, const Event& event) {
                  if (event.name != "hello") return;
                  const pid_t worker = ChildrenOf(::getpid()).at(0);
                  while (StateOf(worker) != "Z (zombie)") std::this_thread::yield();
                });
  EXPECT_EQ(runs.at(0).end.kind, Kind::kExited);
  EXPECT_EQ(runs.at(0).events.size(), 22U);
  EXPECT_EQ(LastEvent(runs.at(0)), "done");
}

TEST_F(SupervisorTest, AFloodOfOutputIsKeptBoundedAndDoesNotHoldTheDeadline) {
  WorkerLimits limits = LimitOf(kShort);
  limits.max_output_bytes = 1000;
  const std::vector<WorkerRun> runs = RunInTime({StandinCommand("floods_output")}, limits);
  EXPECT_EQ(runs.at(0).end.kind, Kind::kTimedOut);
  EXPECT_FALSE(runs.at(0).channel_invalid);
  EXPECT_TRUE(runs.at(0).output.starts_with("standin: a line on stdout\n"));
  EXPECT_GE(runs.at(0).output.size(), 1000U);
  EXPECT_LE(runs.at(0).output.size(), 1100U);
}

TEST_F(SupervisorTest, NoWorkersAreNoRuns) { EXPECT_TRUE(RunWorkers({}, LimitOf(kAmple)).empty()); }

TEST_F(SupervisorTest, WorkersSideBySideDoNotSpoilEachOther) {
  std::set<std::size_t> observed;
  const std::vector<WorkerRun> runs = RunInTime(
      {StandinCommand("hangs:product"),
       StandinCommand("passes"),
       StandinCommand("crashes:import"),
       StandinCommand("floods_channel"),
       StandinCommand("exits_after_done:64"),
       {"/nonexistent/worker", {}, {}}},
      LimitOf(kShort), [&](std::size_t worker, const Event&) { observed.insert(worker); });
  EXPECT_EQ(runs.at(0).end.kind, Kind::kTimedOut);
  EXPECT_EQ(LastEvent(runs.at(0)), "begin product");
  EXPECT_EQ(runs.at(1).end.kind, Kind::kExited);
  EXPECT_EQ(LastEvent(runs.at(1)), "done");
  EXPECT_EQ(runs.at(2).end.kind, Kind::kSignaled);
  EXPECT_EQ(LastEvent(runs.at(2)), "begin import");
  EXPECT_TRUE(runs.at(3).channel_invalid);
  EXPECT_EQ(runs.at(4).end.kind, Kind::kExited);
  EXPECT_EQ(runs.at(5).end.kind, Kind::kFailedToStart);
  EXPECT_EQ(observed, (std::set<std::size_t>{0, 1, 2, 3, 4}));
}

TEST_F(SupervisorTest, AnOrphanEndsWithItsWorkerWhileAnotherWorkerGoesOn) {
  std::atomic<bool> running = true;
  std::atomic<bool> seen_both = false;
  std::atomic<bool> seen_hanging_alone = false;
  std::thread watcher([&] {
    while (running) {
      const std::size_t count = MarkedProcesses().size();
      if (count >= 3) seen_both = true;
      if (seen_both && count == 1) seen_hanging_alone = true;
    }
  });
  // The first worker lives long enough for the watcher to see its grandchild.
  const std::vector<WorkerRun> runs =
      RunInTime({ShellCommand("setsid sleep 60 & sleep 0.5"), StandinCommand("hangs:product")},
                LimitOf(milliseconds(2000)));
  running = false;
  watcher.join();
  EXPECT_TRUE(seen_both);
  EXPECT_TRUE(seen_hanging_alone);
  EXPECT_EQ(runs.at(0).end.kind, Kind::kExited);
  EXPECT_EQ(runs.at(1).end.kind, Kind::kTimedOut);
}

TEST_F(SupervisorTest, AnOrphanOfALivingWorkerIsLeftAloneWhenAnotherEnds) {
  const std::vector<WorkerRun> runs = RunInTime(
      {StandinCommand("passes"), StandinCommand("orphan_talks")}, LimitOf(milliseconds(1500)));
  EXPECT_EQ(runs.at(0).end.kind, Kind::kExited);
  EXPECT_EQ(LastEvent(runs.at(1)), "begin context");
}

}  // namespace
}  // namespace kernodeck
