#ifndef KERNODECK_PLUGIN_DIAGNOSIS_PROCESS_TABLE_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_PROCESS_TABLE_H_

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kernodeck {

// What /proc says of processes. Each answer is a look at one moment: a process may be gone, or a
// new one there, right after.

// The children of `parent`, zombies included.
[[nodiscard]] std::vector<pid_t> ChildrenOf(pid_t parent);

// The same by a look at every process there is: slower, for kernels that keep no list of children.
[[nodiscard]] std::vector<pid_t> ChildrenBySearch(pid_t parent);

// All that descends from `ancestor`, itself not included; parents before their children.
[[nodiscard]] std::vector<pid_t> DescendantsOf(pid_t ancestor);

// The kernel's word for the state of `process`, e.g. "D (disk sleep)"; empty when it is gone.
[[nodiscard]] std::string StateOf(pid_t process);

// When `process` was started, in the clock ticks of /proc; nothing when it is gone.
[[nodiscard]] std::optional<std::uint64_t> StartTicksOf(pid_t process);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_PROCESS_TABLE_H_
