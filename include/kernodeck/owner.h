#ifndef KERNODECK_OWNER_H_
#define KERNODECK_OWNER_H_

#include <string_view>

namespace kernodeck {

/// Whom a failure belongs to. Dashboards key on it; `kNone` stands for a check that passed.
enum class Owner {
  kNone,     ///< nothing failed
  kMachine,  ///< hardware, driver, or what the host exposes
  kSetup,    ///< packages, libraries, variables, link flags
  kRequest,  ///< what was asked for: an index, a file name
  kCode,     ///< the user's own program
  kUnknown,  ///< not known, and not guessed
};

/// The public spelling (`machine`, `setup`, ...); empty for `kNone`. Thread-safe.
[[nodiscard]] std::string_view Name(Owner owner);

}  // namespace kernodeck

#endif  // KERNODECK_OWNER_H_
