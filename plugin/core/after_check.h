#ifndef KERNODECK_PLUGIN_CORE_AFTER_CHECK_H_
#define KERNODECK_PLUGIN_CORE_AFTER_CHECK_H_

#include <string>
#include <string_view>

#include "kernodeck/verdict.h"

namespace kernodeck {

// Whom the failures of a run belong to, after the machine, which was fine before, was diagnosed
// once more: `code` where it still is fine, `machine` where it is not, `unknown` where it could not
// be checked.
[[nodiscard]] Owner OwnerAfterCheck(const Verdict& after_check);

// One sentence or two for a person. `failures` is the subject: "the failure of A.B is".
[[nodiscard]] std::string AfterCheckText(const Verdict& after_check, std::string_view failures);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CORE_AFTER_CHECK_H_
