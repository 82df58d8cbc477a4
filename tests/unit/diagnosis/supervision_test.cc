// Covers D5 and D15: a worker that cannot be killed is abandoned in time, with its state. Once with
// a killer that does nothing, once for real where a frozen control group can be had: there KILL
// waits as it does for a process in a system call that never returns.
#include "plugin/diagnosis/supervision.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "plugin/diagnosis/process_table.h"
#include "tests/unit/diagnosis/process_census.h"

namespace kernodeck {
namespace {

using Kind = ProcessEnd::Kind;
using std::chrono::milliseconds;
namespace fs = std::filesystem;

WorkerLimits Limits() {
  WorkerLimits limits;
  limits.computation = milliseconds(500);
  return limits;
}

class SupervisionTest : public SupervisionFixture {
 protected:
  // What the supervisor had to leave is this test's to end.
  static void EndAbandoned() {
    for (const pid_t child : ChildrenOf(::getpid())) {
      ::kill(child, SIGKILL);
      ::waitpid(child, nullptr, 0);
    }
  }
};

TEST_F(SupervisionTest, WhoCannotBeKilledIsAbandonedInTime) {
  const KillFunction killer_that_does_nothing = [](pid_t, int) { return 0; };
  std::vector<WorkerRun> runs;
  const auto begin = std::chrono::steady_clock::now();
  {
    SignalScope signals;
    runs = Supervise({StandinCommand("hangs:allocation"), StandinCommand("passes")}, Limits(),
                     nullptr, killer_that_does_nothing, signals);
  }
  EXPECT_LE(std::chrono::steady_clock::now() - begin, Limits().computation + milliseconds(1000));
  EXPECT_EQ(runs.at(0).end.kind, Kind::kCouldNotBeKilled);
  EXPECT_EQ(runs.at(0).end.state, "S (sleeping)");
  EXPECT_EQ(LastEvent(runs.at(0)), "begin allocation");
  EXPECT_EQ(runs.at(1).end.kind, Kind::kExited);
  EndAbandoned();
}

TEST_F(SupervisionTest, AnObserverThatThrowsLeavesNoWorkerBehind) {
  EXPECT_THROW(
      (void)RunInTime({StandinCommand("grandchild_setsid"), StandinCommand("hangs:import")},
                      Limits(), [](std::size_t, const Event&) { throw 1; }),
      int);
}

// A control group of the first version, whose frozen processes no signal reaches.
class Freezer {
 public:
  Freezer() : folder_("/sys/fs/cgroup/freezer/kernodeck-test-" + std::to_string(::getpid())) {
    std::error_code error;
    usable_ = fs::exists("/sys/fs/cgroup/freezer/cgroup.procs", error) &&
              fs::create_directory(folder_, error) && fs::exists(folder_ / "freezer.state", error);
  }
  ~Freezer() {
    std::error_code error;
    fs::remove(folder_, error);
  }

  Freezer(const Freezer&) = delete;
  Freezer& operator=(const Freezer&) = delete;

  [[nodiscard]] bool IsUsable() const { return usable_; }
  void Freeze(pid_t process) const {
    std::ofstream(folder_ / "cgroup.procs") << process << std::endl;
    std::ofstream(folder_ / "freezer.state") << "FROZEN" << std::endl;
  }
  void Thaw() const { std::ofstream(folder_ / "freezer.state") << "THAWED" << std::endl; }

 private:
  fs::path folder_;
  bool usable_ = false;
};

TEST_F(SupervisionTest, AFrozenWorkerIsAbandonedWithTheKernelsWordForItsState) {
  const Freezer freezer;
  if (!freezer.IsUsable()) {
    GTEST_SKIP() << "needs root and the freezer of control groups, version 1";
  }
  const std::vector<WorkerRun> runs =
      RunInTime({StandinCommand("hangs:product")}, Limits(), [&](std::size_t, const Event& event) {
        if (Brief(event) == "begin product") freezer.Freeze(ChildrenOf(::getpid()).at(0));
      });
  EXPECT_EQ(runs.at(0).end.kind, Kind::kCouldNotBeKilled);
  EXPECT_EQ(runs.at(0).end.state, "D (disk sleep)");
  EXPECT_EQ(LastEvent(runs.at(0)), "begin product");
  freezer.Thaw();
  EndAbandoned();
}

}  // namespace
}  // namespace kernodeck
