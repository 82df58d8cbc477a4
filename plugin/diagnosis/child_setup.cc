#include "plugin/diagnosis/child_setup.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace kernodeck {
namespace {

// linux/close_range.h is missing beside older C libraries.
constexpr unsigned kCloseRangeCloexec = 1U << 2U;
constexpr int kMostDescriptors = 65'536;

void ResetSignals() noexcept {
  struct sigaction action = {};
  action.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; ++signal) ::sigaction(signal, &action, nullptr);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

// Marked rather than closed: the launcher still needs its own descriptor to tell that exec failed.
void CloseAllAtExec() noexcept {
#ifdef SYS_close_range
  if (::syscall(SYS_close_range, 3U, ~0U, kCloseRangeCloexec) == 0) return;
#endif
  struct rlimit limit = {};
  int end = kMostDescriptors;
  if (::getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < kMostDescriptors) {
    end = static_cast<int>(limit.rlim_cur);
  }
  for (int fd = 3; fd < end; ++fd) ::fcntl(fd, F_SETFD, FD_CLOEXEC);
}

// A dump of a process with a whole LibTorch and a GPU mapped takes longer than the kill grace, and
// would leave a file behind.
void ForbidCoreFile() noexcept {
  struct rlimit limit = {};
  if (::getrlimit(RLIMIT_CORE, &limit) != 0) return;
  limit.rlim_cur = 0;
  ::setrlimit(RLIMIT_CORE, &limit);
}

}  // namespace

int ApplyInChild(const ChildSetup& setup) noexcept {
  if (::setpgid(0, 0) != 0) return errno;
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The supervisor may have died before the line above.
  if (::getppid() != setup.supervisor) return ESRCH;
  if (setup.adopts_orphans) ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  if (!setup.core_files) ForbidCoreFile();
  if (::dup2(setup.input, STDIN_FILENO) < 0 || ::dup2(setup.output, STDOUT_FILENO) < 0 ||
      ::dup2(setup.errors, STDERR_FILENO) < 0) {
    return errno;
  }
  CloseAllAtExec();
  if (setup.channel >= 0 && ::fcntl(setup.channel, F_SETFD, 0) != 0) return errno;
  ResetSignals();
  return 0;
}

}  // namespace kernodeck
