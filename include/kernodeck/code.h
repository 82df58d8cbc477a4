// API of this header
//   Code            the documented result codes
//   CodeInfo        one row of the table: name, exit status, owner, sentence, next step
//   AllCodes()      the whole table, in the documented order
//   Info(code)      the row of one code
//   FindCode(name)  a code by its public name
#ifndef KERNODECK_CODE_H_
#define KERNODECK_CODE_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernodeck/owner.h"

namespace kernodeck {

/// The result codes. Their names and exit statuses are public and never change; codes.def is the
/// table.
enum class Code {
#define KERNODECK_CODE(enumerator, name, exit_status, owner, sentence, next_step) enumerator,
#include "kernodeck/codes.def"
#undef KERNODECK_CODE
};

/// One row of the table of codes.
struct CodeInfo {
  Code code;
  std::string_view name;       ///< public name, e.g. `GPU_UNAVAILABLE`
  int exit_status;             ///< process exit status, 0 or 3..12
  Owner owner;                 ///< owner of the failure where no cause is known
  std::string_view sentence;   ///< what the code means, one sentence
  std::string_view next_step;  ///< what to do next, one sentence
};

/// Exit status of an ordinary test failure, of a usage error (nothing was run), and the codes' own
/// in CodeInfo.
inline constexpr int kExitTestFailure = 1;
inline constexpr int kExitUsage = 2;

/// The whole table, in the documented order. Thread-safe.
[[nodiscard]] const std::vector<CodeInfo>& AllCodes();

/// The row of `code`. Thread-safe.
[[nodiscard]] const CodeInfo& Info(Code code);

/// The code whose public name is `name`, or nothing. Thread-safe.
[[nodiscard]] std::optional<Code> FindCode(std::string_view name);

/// Whether the code says that the check passed.
[[nodiscard]] bool Passed(Code code);

/// The anchor of the code in docs/codes.md, e.g. `gpu_unavailable`.
[[nodiscard]] std::string DocumentationAnchor(Code code);

}  // namespace kernodeck

#endif  // KERNODECK_CODE_H_
