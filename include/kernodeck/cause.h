// API of this header
//   Cause                      the causes: finer ids under a code
//   CauseInfo                  one row of the table
//   AllCauses()                the whole table
//   Info(cause)                the row of one cause
//   FindCause(id)              a cause by its public id
//   CauseOfNumber(code, n)     the cause that CUDA's error number n means under a code
#ifndef KERNODECK_CAUSE_H_
#define KERNODECK_CAUSE_H_

#include <optional>
#include <string_view>
#include <vector>

#include "kernodeck/code.h"
#include "kernodeck/owner.h"

namespace kernodeck {

/// The causes; causes.def is the table. No cause is the honest answer where nothing more is known.
enum class Cause {
#define KERNODECK_CAUSE(enumerator, id, code, owner, certainty, numbers, recognized_by, sentence, \
                        next_step)                                                                \
  enumerator,
#include "kernodeck/causes.def"
#undef KERNODECK_CAUSE
};

/// Whether a cause says that something is bad, or that it could not be checked.
enum class Certainty { kFault, kCouldNotCheck };

/// One row of the table of causes.
struct CauseInfo {
  Cause cause;
  std::string_view id;             ///< public snake_case id, e.g. `driver_missing`
  Code code;                       ///< the code it stands under
  Owner owner;                     ///< whom it belongs to
  Certainty certainty;             ///< is bad, or could not be checked
  std::vector<int> numbers;        ///< CUDA error numbers that mean it; empty where none does
  std::string_view recognized_by;  ///< how it is told apart, in words
  std::string_view sentence;       ///< what is wrong; may hold the placeholder `{detail}`
  std::string_view next_step;      ///< what to do next
};

/// The whole table, grouped by code. Thread-safe.
[[nodiscard]] const std::vector<CauseInfo>& AllCauses();

/// The row of `cause`. Thread-safe.
[[nodiscard]] const CauseInfo& Info(Cause cause);

/// The cause whose public id is `id`, or nothing. Thread-safe.
[[nodiscard]] std::optional<Cause> FindCause(std::string_view id);

/// The cause under `code` that CUDA's error number `number` means, or nothing. Thread-safe.
[[nodiscard]] std::optional<Cause> CauseOfNumber(Code code, int number);

}  // namespace kernodeck

#endif  // KERNODECK_CAUSE_H_
