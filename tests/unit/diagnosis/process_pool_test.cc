// Covers D5, D6, D15 and G9: processes that are started, timed, fed and listened to one by one, and
// of which none is left.
#include "plugin/diagnosis/process_pool.h"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <optional>

#include "plugin/diagnosis/unique_fd.h"
#include "tests/unit/diagnosis/process_census.h"

namespace kernodeck {
namespace {

using Kind = ProcessEnd::Kind;
using std::chrono::milliseconds;
using Clock = ProcessPool::Clock;

class ProcessPoolTest : public SupervisionFixture {
 protected:
  void SetUp() override {
    SupervisionFixture::SetUp();
    signals_.emplace();
    pool_.emplace(::kill, *signals_, ProcessPool::Outputs{-1, -1});
  }
  void TearDown() override {
    pool_.reset();
    signals_.reset();
    SupervisionFixture::TearDown();
  }

  static WorkerCommand Script(const std::string& script) {
    WorkerCommand command = ShellCommand(script);
    command.separate_errors = true;
    command.adopts_orphans = false;
    command.event_channel = false;
    return command;
  }
  static WorkerLimits NoLimit() {
    WorkerLimits limits;
    limits.computation = milliseconds::max();
    limits.keep_events = false;
    return limits;
  }

  // Starts it with hooks that write everything down.
  ProcessPool::Id Start(const WorkerCommand& command, std::function<void()> at_end = nullptr,
                        const std::string& name = "") {
    ProcessPool::Hooks hooks;
    hooks.on_event = [this](const Event& event) { log_ += "<" + event.name + ">"; };
    hooks.on_output = [this, name](std::string_view bytes) { log_ += name + std::string(bytes); };
    hooks.on_errors = [this](std::string_view bytes) { errors_ += bytes; };
    hooks.on_end = [this, at_end](const WorkerRun& run) {
      ends_.push_back(run.end);
      if (at_end) at_end();
    };
    ProcessPool::Id id = 0;
    EXPECT_EQ(pool_->Start(command, NoLimit(), std::move(hooks), id), 0);
    return id;
  }

  std::optional<SignalScope> signals_;
  std::optional<ProcessPool> pool_;
  std::string log_;
  std::string errors_;
  std::vector<ProcessEnd> ends_;
};

TEST_F(ProcessPoolTest, HandsOverWhatIsWrittenEachStreamApart) {
  Start(Script("echo one; echo two >&2; echo three; exit 7"));
  pool_->Run();
  EXPECT_EQ(log_, "one\nthree\n");
  EXPECT_EQ(errors_, "two\n");
  ASSERT_EQ(ends_.size(), 1U);
  EXPECT_EQ(ends_[0].exit_status, 7);
}

TEST_F(ProcessPoolTest, OneMayBeStartedWhenAnotherEnds) {
  Start(Script("echo first"), [this] { Start(Script("echo second")); });
  pool_->Run();
  EXPECT_EQ(log_, "first\nsecond\n");
  EXPECT_EQ(ends_.size(), 2U);
}

TEST_F(ProcessPoolTest, WhatCannotBeStartedIsSaidAtOnce) {
  ProcessPool::Id id = 0;
  EXPECT_EQ(pool_->Start({"/nonexistent", {}, {}}, NoLimit(), {}, id), ENOENT);
  pool_->Run();
}

TEST_F(ProcessPoolTest, TheLimitCanBeMovedBothWays) {
  const ProcessPool::Id soon = Start(Script("sleep 60 & wait"));
  const ProcessPool::Id late = Start(Script("sleep 0.6; exit 3"));
  pool_->SetDeadline(late, Clock::now() + milliseconds(200));
  pool_->SetDeadline(soon, Clock::now() + milliseconds(20'000));
  pool_->SetDeadline(soon, Clock::now() + milliseconds(100));
  pool_->After(milliseconds(100),
               [this, late] { pool_->SetDeadline(late, Clock::now() + milliseconds(20'000)); });
  const auto begin = Clock::now();
  pool_->Run();
  EXPECT_LT(Clock::now() - begin, milliseconds(5000));
  ASSERT_EQ(ends_.size(), 2U);
  EXPECT_EQ(ends_[0].kind, Kind::kTimedOut);
  EXPECT_EQ(ends_[1].exit_status, 3);
}

TEST_F(ProcessPoolTest, AProcessCanBeEndedAtAnyTime) {
  const ProcessPool::Id id = Start(Script("trap '' TERM; echo ready; sleep 60 & wait; sleep 60"));
  pool_->After(milliseconds(200), [this, id] { pool_->Expire(id); });
  EXPECT_GT(pool_->Pid(id), 0);
  pool_->Run();
  EXPECT_EQ(ends_.at(0).kind, Kind::kTimedOut);
  EXPECT_EQ(pool_->Pid(id), -1);
  // All that follow do nothing any more.
  pool_->Expire(id);
  pool_->Send(id, "x");
  pool_->SetDeadline(id, Clock::now());
}

TEST_F(ProcessPoolTest, TheChannelGoesBothWays) {
  WorkerCommand command = Script(
      "IFS=: read -r fd parent <<E\n$MY_CHANNEL\nE\n[ $parent = $PPID ] || exit 5\n"
      "printf 'question\\n' >/proc/self/fd/$fd 2>/dev/null || eval \"printf 'question\\n' >&$fd\"\n"
      "eval \"read -r answer <&$fd\"\necho \"got $answer\"");
  command.event_channel = true;
  command.channel_variable = "MY_CHANNEL";
  command.executable = "/bin/bash";
  ProcessPool::Id id = 0;
  ProcessPool::Hooks hooks;
  hooks.on_event = [&](const Event& event) {
    log_ += "<" + event.name + ">";
    pool_->Send(id, "the answer\n");
  };
  hooks.on_output = [this](std::string_view bytes) { log_ += bytes; };
  hooks.on_end = [this](const WorkerRun& run) { ends_.push_back(run.end); };
  ASSERT_EQ(pool_->Start(command, NoLimit(), std::move(hooks), id), 0);
  pool_->Run();
  EXPECT_EQ(ends_.at(0).exit_status, 0);
  EXPECT_EQ(log_, "<question>got the answer\n");
}

TEST_F(ProcessPoolTest, WhatCameByTheChannelBeforeIsHandedOverBefore) {
  WorkerCommand command = ShellCommand(
      "fd=$2; for i in 1 2 3 4 5 6 7 8 9; do eval \"printf 'e$i\\n' >&$fd\"; echo o$i; done");
  command.arguments.insert(command.arguments.end(), {"sh"});
  command.executable = "/bin/bash";
  Start(command);
  pool_->Run();
  for (int i = 1; i < 10; ++i) {
    const std::size_t event = log_.find("<e" + std::to_string(i) + ">");
    ASSERT_NE(event, std::string::npos) << log_;
    EXPECT_LT(event, log_.find("o" + std::to_string(i) + "\n")) << log_;
  }
}

TEST_F(ProcessPoolTest, AnInterruptIsToldOnceAndEndsAll) {
  std::vector<int> told;
  pool_->OnInterrupt([&](int signal) { told.push_back(signal); });
  Start(Script("sleep 60 & wait"));
  Start(Script("trap '' INT TERM; sleep 60 & wait; sleep 60"));
  pool_->After(milliseconds(100), [] { ::raise(SIGINT); });
  pool_->Run();
  EXPECT_EQ(told, (std::vector<int>{SIGINT}));
  ASSERT_EQ(ends_.size(), 2U);
  for (const ProcessEnd& end : ends_) {
    EXPECT_EQ(end.kind, Kind::kInterrupted);
    EXPECT_EQ(end.signal, SIGINT);
  }
}

TEST_F(ProcessPoolTest, OrphansAreEndedOnceNobodyCanNeedThem) {
  Start(Script("setsid sh -c 'setsid sleep 60 & exit' ; echo left"), [this] {
    // The other one may still talk to what it left behind, and this cannot be told apart.
    EXPECT_FALSE(MarkedProcesses().empty());
  });
  Start(Script("setsid sh -c 'setsid sleep 60 & exit'; sleep 0.5"));
  pool_->Run();
  EXPECT_TRUE(MarkedProcesses().empty());
}

TEST_F(ProcessPoolTest, AReaderThatDoesNotReadStopsTheClockAndNothingElse) {
  int fds[2] = {-1, -1};
  ASSERT_EQ(::pipe2(fds, O_CLOEXEC), 0);
  const UniqueFd reader(fds[0]);
  UniqueFd writer(fds[1]);
  pool_.reset();
  pool_.emplace(::kill, *signals_, ProcessPool::Outputs{writer.Get(), -1});
  ProcessPool::Id id = 0;
  ProcessPool::Hooks hooks;
  hooks.on_output = [this](std::string_view bytes) {
    pool_->Write(ProcessPool::Stream::kOut, bytes);
  };
  hooks.on_end = [this](const WorkerRun& run) { ends_.push_back(run.end); };
  ASSERT_EQ(pool_->Start(Script("head -c 3000000 /dev/zero"), NoLimit(), std::move(hooks), id), 0);
  pool_->SetDeadline(id, Clock::now() + milliseconds(400));
  std::size_t read = 0;
  std::function<void()> read_some = [&] {
    std::string bytes(1 << 16, '\0');
    ::fcntl(reader.Get(), F_SETFL, O_NONBLOCK);
    for (ssize_t count = 1; count > 0;) {
      count = ::read(reader.Get(), bytes.data(), bytes.size());
      if (count > 0) read += static_cast<std::size_t>(count);
    }
    pool_->After(milliseconds(1), read_some);
  };
  pool_->After(milliseconds(1000), read_some);
  pool_->Run();
  read_some();
  ASSERT_EQ(ends_.size(), 1U);
  EXPECT_EQ(ends_[0].kind, Kind::kExited);
  EXPECT_EQ(read, 3'000'000U);
}

TEST_F(ProcessPoolTest, AnInterruptGivesUpAReaderThatDoesNotRead) {
  int fds[2] = {-1, -1};
  ASSERT_EQ(::pipe2(fds, O_CLOEXEC), 0);
  const UniqueFd reader(fds[0]);
  const UniqueFd writer(fds[1]);
  pool_.reset();
  pool_.emplace(::kill, *signals_, ProcessPool::Outputs{writer.Get(), -1});
  Start(Script("sleep 60 & wait"));
  pool_->Write(ProcessPool::Stream::kOut, std::string(1 << 20, 'x'));
  pool_->After(milliseconds(200), [] { ::raise(SIGTERM); });
  pool_->Run();
  EXPECT_EQ(ends_.at(0).signal, SIGTERM);
}

TEST_F(ProcessPoolTest, OutputThatNobodyReadsIsGivenUpOnRequest) {
  int fds[2] = {-1, -1};
  ASSERT_EQ(::pipe2(fds, O_CLOEXEC), 0);
  const UniqueFd reader(fds[0]);
  const UniqueFd writer(fds[1]);
  pool_.reset();
  pool_.emplace(::kill, *signals_, ProcessPool::Outputs{writer.Get(), -1});
  Start(Script("exit 0"));
  pool_->Write(ProcessPool::Stream::kOut, std::string(1 << 20, 'x'));
  pool_->After(milliseconds(100), [this] { pool_->GiveUpOutput(); });
  pool_->Run();
  EXPECT_TRUE(pool_->OutputFailed(ProcessPool::Stream::kOut));
}

// As a test does that waits until what it started as a daemon is gone.
TEST_F(ProcessPoolTest, AnOrphanThatEndedIsNoZombie) {
  Start(
      Script("pid=$(sh -c 'echo $$; exec sleep 0.1 >/dev/null 2>&1' & ); i=0\n"
             "while kill -0 $pid 2>/dev/null; do\n"
             "  i=$((i+1)); [ $i -gt 100 ] && exit 1; sleep 0.05\ndone\nexit 0"));
  pool_->Run();
  ASSERT_EQ(ends_.size(), 1U);
  EXPECT_EQ(ends_[0].exit_status, 0);
}

// Stopped by Ctrl-Z, say: the process said in time that it goes on, and nobody listened.
TEST_F(ProcessPoolTest, WhatWasSaidBeforeTheDeadlineCountsBeforeIt) {
  std::optional<ProcessPool::Id> id;
  ProcessPool::Hooks hooks;
  hooks.on_output = [&](std::string_view bytes) {
    if (bytes.find("first") != std::string_view::npos) ::usleep(600'000);
    pool_->SetDeadline(*id, Clock::now() + std::chrono::seconds(20));
  };
  hooks.on_end = [this](const WorkerRun& run) { ends_.push_back(run.end); };
  ProcessPool::Id started = 0;
  ASSERT_EQ(pool_->Start(Script("echo first; sleep 0.1; echo second; sleep 1; exit 3"), NoLimit(),
                         std::move(hooks), started),
            0);
  id = started;
  pool_->SetDeadline(started, Clock::now() + milliseconds(300));
  pool_->Run();
  ASSERT_EQ(ends_.size(), 1U);
  EXPECT_EQ(ends_[0].kind, Kind::kExited);
}

// The same, and the process had nothing to say: it gets the time that was lost.
TEST_F(ProcessPoolTest, WhileThisProcessIsAwayNoTimeRunsOut) {
  const ProcessPool::Id id = Start(Script("sleep 1; exit 3"));
  pool_->SetDeadline(id, Clock::now() + milliseconds(300));
  pool_->After(milliseconds(50), [] { ::usleep(800'000); });
  pool_->Run();
  ASSERT_EQ(ends_.size(), 1U);
  EXPECT_EQ(ends_[0].kind, Kind::kExited);
}

TEST_F(ProcessPoolTest, WhatAHookThrowsComesThroughAndLeavesNothing) {
  ProcessPool::Hooks hooks;
  hooks.on_output = [](std::string_view) { throw 1; };
  ProcessPool::Id id = 0;
  ASSERT_EQ(
      pool_->Start(Script("setsid sleep 60 & echo x; sleep 60"), NoLimit(), std::move(hooks), id),
      0);
  EXPECT_THROW(pool_->Run(), int);
}

}  // namespace
}  // namespace kernodeck
