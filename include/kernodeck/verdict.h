#ifndef KERNODECK_VERDICT_H_
#define KERNODECK_VERDICT_H_

#include <optional>
#include <string>
#include <string_view>

#include "kernodeck/cause.h"
#include "kernodeck/code.h"
#include "kernodeck/owner.h"
#include "kernodeck/stage.h"

namespace kernodeck {

/// What a diagnosis concluded: one code, the first failing stage, and the cause where it is known.
struct Verdict {
  Code code = Code::kWorkerFailed;
  std::optional<Cause> cause;     ///< nothing where no more is known; never guessed
  Stage stage = Stage::kImport;   ///< the first failing stage; `kComplete` when all passed
  Owner owner = Owner::kUnknown;  ///< the cause's owner, else the code's; `kNone` when passed
  std::string message;            ///< what is wrong, in one or two plain sentences
  std::string next_step;          ///< what to do next, one sentence
};

/// A verdict whose texts and owner come from the tables. `detail` replaces `{detail}` in the
/// sentence, or stands in parentheses at its end where it has none; it must hold nothing private
/// (bare library names and numbers only). Thread-safe.
[[nodiscard]] Verdict MakeVerdict(Code code, std::optional<Cause> cause, Stage stage,
                                  std::string_view detail = {});

/// The exit status of a process that ends with this verdict.
[[nodiscard]] int ExitStatus(const Verdict& verdict);

}  // namespace kernodeck

#endif  // KERNODECK_VERDICT_H_
