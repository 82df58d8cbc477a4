// Covers D5 and G9: one process in the loop: its time stands still while its output is paused, and
// what it wrote last is read after its end.
#include "plugin/diagnosis/supervised_worker.h"

#include <gtest/gtest.h>

#include <csignal>
#include <memory>
#include <optional>

#include "plugin/diagnosis/signal_scope.h"
#include "tests/unit/diagnosis/process_census.h"

namespace kernodeck {
namespace {

using std::chrono::milliseconds;
using Clock = SupervisedWorker::Clock;

class SupervisedWorkerTest : public SupervisionFixture {
 protected:
  void SetUp() override {
    SupervisionFixture::SetUp();
    context_.emplace();
  }
  void TearDown() override {
    context_.reset();
    SupervisionFixture::TearDown();
  }

  // Starts `script` under `limit`, without a loop that collects children.
  std::unique_ptr<SupervisedWorker> Start(const std::string& script, milliseconds limit) {
    WorkerCommand command = ShellCommand(script);
    command.event_channel = false;
    WorkerLimits limits;
    limits.computation = limit;
    SupervisedWorker::Hooks hooks;
    hooks.on_output = [this](std::string_view bytes) { output_ += bytes; };
    hooks.on_end = [this](const SupervisedWorker&) { order_ += "end "; };
    hooks.on_closed = [this] { order_ += "closed "; };
    const SignalScope signals;
    auto worker = std::make_unique<SupervisedWorker>(*context_, LaunchWorker(command), Clock::now(),
                                                     limits, ::kill, std::move(hooks));
    worker->Watch();
    return worker;
  }

  void RunUntilClosed(SupervisedWorker& worker) {
    while (!worker.IsClosed()) {
      context_->restart();
      context_->run_for(milliseconds(5));
      worker.Collect(Clock::now());
    }
  }

  std::optional<boost::asio::io_context> context_;
  std::string output_;
  std::string order_;
};

TEST_F(SupervisedWorkerTest, IsReadToItsEnd) {
  const auto worker = Start("head -c 60000 /dev/zero; echo last", milliseconds(20'000));
  RunUntilClosed(*worker);
  EXPECT_EQ(output_.size(), 60'005U);
  EXPECT_EQ(order_, "end closed ");
  EXPECT_EQ(worker->TakeRun().end.exit_status, 0);
}

TEST_F(SupervisedWorkerTest, PausedItsTimeStandsStill) {
  const auto worker = Start("sleep 0.7; echo x; exit 4", milliseconds(300));
  worker->PauseOutput(true, Clock::now());
  for (int i = 0; i < 100 && !worker->IsClosed(); ++i) {
    context_->restart();
    context_->run_for(milliseconds(10));
    worker->Collect(Clock::now());
  }
  ASSERT_TRUE(worker->IsClosed());
  EXPECT_EQ(worker->TakeRun().end.exit_status, 4);
}

TEST_F(SupervisedWorkerTest, GoesOnWithTheTimeThatWasLeft) {
  const auto worker = Start("exec sleep 60", milliseconds(300));
  worker->PauseOutput(true, Clock::now());
  worker->PauseOutput(false, Clock::now() + milliseconds(100));
  EXPECT_GE(worker->Process().Deadline(), Clock::now() + milliseconds(200));
  RunUntilClosed(*worker);
  EXPECT_EQ(worker->TakeRun().end.kind, ProcessEnd::Kind::kTimedOut);
}

TEST_F(SupervisedWorkerTest, ALimitSetWhilePausedCountsFromThere) {
  const auto worker = Start("exec sleep 60", milliseconds::max());
  const auto now = Clock::now();
  worker->PauseOutput(true, now);
  worker->SetDeadline(now + milliseconds(100), now);
  EXPECT_EQ(worker->Process().Deadline(), Clock::time_point::max());
  worker->PauseOutput(false, now + milliseconds(50));
  EXPECT_EQ(worker->Process().Deadline(), now + milliseconds(150));
  RunUntilClosed(*worker);
}

}  // namespace
}  // namespace kernodeck
