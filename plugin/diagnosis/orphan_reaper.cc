#include "plugin/diagnosis/orphan_reaper.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <utility>
#include <vector>

#include "plugin/diagnosis/process_table.h"

namespace kernodeck {
namespace {

bool HasNoChildren() {
  siginfo_t info{};
  return ::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT | __WALL) == -1 && errno == ECHILD;
}

}  // namespace

OrphanReaper::OrphanReaper(KillFunction kill) : kill_(std::move(kill)) {
  ::prctl(PR_GET_CHILD_SUBREAPER, &was_subreaper_);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  if (HasNoChildren()) return;
  const std::vector<pid_t> children = ChildrenOf(::getpid());
  spared_.insert(children.begin(), children.end());
}

OrphanReaper::~OrphanReaper() { ::prctl(PR_SET_CHILD_SUBREAPER, was_subreaper_); }

void OrphanReaper::Spare(pid_t worker) {
  spared_.insert(worker);
  if (!first_start_ticks_) first_start_ticks_ = StartTicksOf(worker);
}

bool OrphanReaper::IsLeftover(pid_t child) const {
  if (spared_.contains(child)) return false;
  const std::optional<std::uint64_t> started = StartTicksOf(child);
  return !started || !first_start_ticks_ || *started >= *first_start_ticks_;
}

void OrphanReaper::Kill(pid_t orphan) const {
  // A session other than ours was made by a descendant, so all of it is the worker's. The whole
  // group at once: single kills lose the race against processes that fork and exit all the time.
  const pid_t session = ::getsid(orphan);
  const pid_t group = ::getpgid(orphan);
  if (session > 0 && group > 1 && session != ::getsid(0)) kill_(-group, SIGKILL);
  kill_(orphan, SIGKILL);
}

void OrphanReaper::CollectEnded() const {
  siginfo_t info{};
  const int looked = ::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT | __WALL);
  if (looked != 0 || info.si_pid == 0) return;
  for (const pid_t child : ChildrenOf(::getpid())) {
    if (IsLeftover(child)) ::waitpid(child, nullptr, WNOHANG | __WALL);
  }
}

std::size_t OrphanReaper::Sweep() {
  // Whoever was collected may have left its own children to this process meanwhile.
  for (;;) {
    const Swept swept = SweepOnce();
    if (swept.collected == 0) return swept.left;
  }
}

OrphanReaper::Swept OrphanReaper::SweepOnce() {
  Swept swept;
  if (HasNoChildren()) return swept;
  for (const pid_t child : ChildrenOf(::getpid())) {
    if (!IsLeftover(child)) continue;
    Kill(child);
    const pid_t waited = ::waitpid(child, nullptr, WNOHANG | __WALL);
    if (waited == 0) ++swept.left;
    if (waited == child) ++swept.collected;
  }
  return swept;
}

}  // namespace kernodeck
