// Covers D5 and D6: what a worker gets from the supervisor, and a supervisor in odd surroundings:
// closed descriptors, ignored and blocked signals, children of its own, no descriptor to spare.
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>

#include "plugin/diagnosis/process_table.h"
#include "tests/unit/diagnosis/process_census.h"

namespace kernodeck {
namespace {

using Kind = ProcessEnd::Kind;
using std::chrono::milliseconds;

constexpr const char* kListDescriptors =
    "i=0; while [ $i -lt 64 ]; do [ -e /proc/$$/fd/$i ] && echo $i; i=$((i+1)); done; echo $0 $1";

WorkerLimits LimitOf(milliseconds computation) {
  WorkerLimits limits;
  limits.computation = computation;
  return limits;
}

const WorkerLimits kAmple = LimitOf(milliseconds(20'000));

sighandler_t HandlerOf(int signal) {
  struct sigaction action = {};
  ::sigaction(signal, nullptr, &action);
  return action.sa_handler;
}

class WorkerSurroundingsTest : public SupervisionFixture {
 protected:
  std::string OutputOf(const WorkerCommand& command) {
    const std::vector<WorkerRun> runs = RunInTime({command}, kAmple);
    EXPECT_EQ(runs.at(0).end.kind, Kind::kExited);
    return runs.at(0).output;
  }
};

TEST_F(WorkerSurroundingsTest, ItHasTheStandardDescriptorsAndTheChannelAndNoOther) {
  const int leaking = ::open("/dev/null", O_RDONLY);
  const std::string output = OutputOf(ShellCommand(kListDescriptors));
  ::close(leaking);
  const std::string channel = output.substr(output.rfind(' ') + 1, output.size());
  EXPECT_EQ(output, "0\n1\n2\n" + channel + "--channel " + channel);
}

TEST_F(WorkerSurroundingsTest, AProgramThatIsNotOursGetsNoChannel) {
  WorkerCommand command = ShellCommand(kListDescriptors);
  command.event_channel = false;
  EXPECT_EQ(OutputOf(command), "0\n1\n2\n/bin/sh\n");
}

TEST_F(WorkerSurroundingsTest, ItReadsNothingFromStandardInput) {
  EXPECT_EQ(OutputOf(ShellCommand("wc -c")), "0\n");
}

TEST_F(WorkerSurroundingsTest, UnsetVariablesAreGoneAndOthersStay) {
  ::setenv("KERNODECK_TEST_GONE", "x", 1);
  ::setenv("KERNODECK_TEST_STAYS", "y\xff", 1);
  WorkerCommand command =
      ShellCommand("echo ${KERNODECK_TEST_GONE-unset} ${KERNODECK_TEST_STAYS-unset}");
  command.unset_variables = {"KERNODECK_TEST_GONE", "KERNODECK_TEST_NEVER_SET"};
  EXPECT_EQ(OutputOf(command), "unset y\xff\n");
}

TEST_F(WorkerSurroundingsTest, NoSignalIsIgnoredOrBlockedThoughTheyWere) {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGHUP, SIG_IGN);
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &blocked, nullptr);
  const std::string output =
      OutputOf(ShellCommand("exec grep -E 'SigBlk|SigIgn' /proc/self/status"));
  pthread_sigmask(SIG_UNBLOCK, &blocked, nullptr);
  std::signal(SIGPIPE, SIG_DFL);
  std::signal(SIGHUP, SIG_DFL);
  EXPECT_EQ(output, "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
}

class SupervisorSurroundingsTest : public SupervisionFixture {};

TEST_F(SupervisorSurroundingsTest, AnInheritedIgnoredOrBlockedSigchldLosesNoWorker) {
  std::signal(SIGCHLD, SIG_IGN);
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGCHLD);
  pthread_sigmask(SIG_BLOCK, &blocked, nullptr);
  const std::vector<WorkerRun> runs = RunInTime({StandinCommand("exits:3")}, kAmple);
  EXPECT_EQ(runs.at(0).end.kind, Kind::kExited);
  EXPECT_EQ(runs.at(0).end.exit_status, 3);
  EXPECT_EQ(HandlerOf(SIGCHLD), SIG_IGN);
  pthread_sigmask(SIG_UNBLOCK, &blocked, nullptr);
  std::signal(SIGCHLD, SIG_DFL);
}

bool IsNullDevice(int fd) {
  struct stat status = {};
  struct stat null = {};
  return ::fstat(fd, &status) == 0 && ::stat("/dev/null", &null) == 0 &&
         status.st_rdev == null.st_rdev;
}

// In a process of its own, whose exit status says what was wrong.
int RunWithClosedDescriptors() {
  for (const int fd : {0, 1, 2}) ::close(fd);
  // What is printed meanwhile must not run into the supervisor's own descriptors.
  bool harmless = true;
  const std::vector<WorkerRun> runs =
      RunWorkers({StandinCommand("passes")}, kAmple, [&](std::size_t, const Event&) {
        harmless = harmless && IsNullDevice(0) && IsNullDevice(1) && IsNullDevice(2);
      });
  if (runs.at(0).end.kind != Kind::kExited) return 1;
  if (LastEvent(runs.at(0)) != "done") return 2;
  if (runs.at(0).output.find("a line on stderr") == std::string::npos) return 3;
  for (const int fd : {0, 1, 2}) {
    if (::fcntl(fd, F_GETFD) != -1) return 4;
  }
  return harmless ? 0 : 5;
}

TEST_F(SupervisorSurroundingsTest, ClosedStandardDescriptorsStayClosedAndDoNoHarm) {
  EXPECT_EXIT(::_exit(RunWithClosedDescriptors()), testing::ExitedWithCode(0), "");
}

TEST_F(SupervisorSurroundingsTest, ASignalEndsAllWorkersAndTheHandlerComesBack) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const std::vector<WorkerRun> runs =
        RunInTime({StandinCommand("hangs:product"), StandinCommand("hangs:import")}, kAmple,
                  [&](std::size_t, const Event& event) {
                    if (Brief(event) == "begin product") ::kill(::getpid(), signal);
                  });
    for (const WorkerRun& run : runs) {
      EXPECT_EQ(run.end.kind, Kind::kInterrupted);
      EXPECT_EQ(run.end.signal, signal);
    }
    EXPECT_EQ(LastEvent(runs.at(0)), "begin product");
    EXPECT_EQ(HandlerOf(signal), SIG_DFL);
  }
}

TEST_F(SupervisorSurroundingsTest, AnInheritedIgnoredSignalStaysIgnored) {
  std::signal(SIGHUP, SIG_IGN);
  const std::vector<WorkerRun> runs =
      RunInTime({StandinCommand("hangs:import")}, LimitOf(milliseconds(500)),
                [](std::size_t, const Event&) { ::raise(SIGHUP); });
  EXPECT_EQ(runs.at(0).end.kind, Kind::kTimedOut);
  EXPECT_EQ(HandlerOf(SIGHUP), SIG_IGN);
  std::signal(SIGHUP, SIG_DFL);
}

// Killed without a chance to clean up, the supervisor takes its worker with it.
TEST_F(SupervisorSurroundingsTest, AWorkerDiesWithItsSupervisor) {
  const pid_t supervisor = ::fork();
  if (supervisor == 0) {
    (void)RunWorkers({StandinCommand("hangs:import")}, kAmple, [](std::size_t, const Event& event) {
      if (Brief(event) == "begin import") ::raise(SIGKILL);
    });
    ::_exit(1);
  }
  int status = 0;
  ::waitpid(supervisor, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status));
  for (int i = 0; i < 5000 && !MarkedProcesses().empty(); ++i) ::usleep(1000);
  EXPECT_TRUE(MarkedProcesses().empty());
}

TEST_F(SupervisorSurroundingsTest, ChildrenThatWereThereBeforeAreLeftAlone) {
  const pid_t child = ::fork();
  if (child == 0) {
    for (;;) ::pause();
  }
  const std::vector<WorkerRun> runs = RunInTime({StandinCommand("grandchild_setsid")}, kAmple);
  EXPECT_EQ(runs.at(0).end.kind, Kind::kExited);
  EXPECT_EQ(ChildrenOf(::getpid()), std::vector<pid_t>{child});
  ::kill(child, SIGKILL);
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
}

TEST_F(SupervisorSurroundingsTest, TheRoleOfReaperIsGivenBack) {
  (void)RunInTime({StandinCommand("passes")}, kAmple);
  int reaper = -1;
  ::prctl(PR_GET_CHILD_SUBREAPER, &reaper);
  EXPECT_EQ(reaper, 0);
}

TEST_F(SupervisorSurroundingsTest, WithoutFreeDescriptorsWorkersFailToStartAndNothingIsThrown) {
  if (kSanitized) GTEST_SKIP() << "the sanitizer needs descriptors of its own";
  struct rlimit limit = {};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &limit), 0);
  const rlim_t soft = limit.rlim_cur;
  bool started = false;
  for (rlim_t free = 0; free < 32; ++free) {
    limit.rlim_cur = CountDescriptors() - 1 + free;
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &limit), 0);
    const std::vector<WorkerRun> runs = RunWorkers({{"/bin/true", {}, {}}}, kAmple);
    limit.rlim_cur = soft;
    ::setrlimit(RLIMIT_NOFILE, &limit);
    started = runs.at(0).end.kind == Kind::kExited;
    if (!started) {
      EXPECT_EQ(runs.at(0).end.kind, Kind::kFailedToStart) << free;
      EXPECT_EQ(runs.at(0).end.start_error, EMFILE) << free;
    }
  }
  EXPECT_TRUE(started);
}

}  // namespace
}  // namespace kernodeck
