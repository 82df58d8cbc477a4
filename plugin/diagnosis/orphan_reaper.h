#ifndef KERNODECK_PLUGIN_DIAGNOSIS_ORPHAN_REAPER_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_ORPHAN_REAPER_H_

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>

#include "plugin/diagnosis/kill_ladder.h"

namespace kernodeck {

// Ends what workers leave behind, wherever it hid (another group, another session). Each worker
// adopts its own orphans while it lives; this process adopts them when the worker ends. So whatever
// this process has as a child then, and had not before, is a leftover.
//
// What is spared: the children that this process had already, and what was started before the
// first worker was (a grandchild that such a child left to us). A grandchild that such a child
// starts AND orphans during the run cannot be told apart and is ended too.
class OrphanReaper {
 public:
  // Makes this process the one that adopts; the destructor restores what was.
  explicit OrphanReaper(KillFunction kill);
  ~OrphanReaper();
  OrphanReaper(const OrphanReaper&) = delete;
  OrphanReaper& operator=(const OrphanReaper&) = delete;

  // `worker` was started by this process and is not to be touched here.
  void Spare(pid_t worker);

  // `worker` was collected: its number may come back as another process's.
  void Forget(pid_t worker) { spared_.erase(worker); }

  // Collects what was adopted and has ended, and kills nothing: a process that waits for a
  // grandchild to be gone would wait for a zombie.
  void CollectEnded() const;

  // Kills what was adopted and collects what ended of it. Returns how many are still there.
  [[nodiscard]] std::size_t Sweep();

 private:
  struct Swept {
    std::size_t left = 0;
    std::size_t collected = 0;
  };

  [[nodiscard]] Swept SweepOnce();
  [[nodiscard]] bool IsLeftover(pid_t child) const;
  void Kill(pid_t orphan) const;

  KillFunction kill_;
  int was_subreaper_ = 0;
  std::set<pid_t> spared_;
  std::optional<std::uint64_t> first_start_ticks_;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_ORPHAN_REAPER_H_
