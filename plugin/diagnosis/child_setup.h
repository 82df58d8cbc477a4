#ifndef KERNODECK_PLUGIN_DIAGNOSIS_CHILD_SETUP_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_CHILD_SETUP_H_

#include <sys/types.h>

namespace kernodeck {

// What a worker's process does between fork and exec.
struct ChildSetup {
  pid_t supervisor = -1;  // ends the child if it is not its parent any more
  int input = -1;         // becomes descriptor 0
  int output = -1;        // becomes descriptor 1
  int errors = -1;        // becomes descriptor 2
  int channel = -1;       // stays open under its own number; must be above 2; -1: none is passed on
  bool adopts_orphans = true;
  bool core_files = false;  // as the limits of this process have it
};

// Own process group; killed when the supervisor dies; adopts its own orphans where it is told
// to; default signal dispositions and an empty mask; no core file unless told to; no descriptor but
// 0, 1, 2 and the channel after exec. Calls only what is safe after fork. Returns 0 or an errno.
[[nodiscard]] int ApplyInChild(const ChildSetup& setup) noexcept;

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_CHILD_SETUP_H_
