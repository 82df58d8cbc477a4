#ifndef KERNODECK_PLUGIN_GTEST_DEATH_TEST_H_
#define KERNODECK_PLUGIN_GTEST_DEATH_TEST_H_

#include <sys/types.h>

#include <string>
#include <string_view>

#include "plugin/gtest/diagnosis.h"

namespace kernodeck {

// Tells the child of a threadsafe death test, which is a new process of the same program, for what
// its parent was found ready: "4242:gpu,cpu".
inline constexpr const char* kReadyParentVariable = "KERNODECK_READY_PARENT";

// Whether this is the child of a death test, of either style.
[[nodiscard]] bool InDeathTestChild();

// The variable's value once process `own` was found ready for `target`, too. What other processes
// left in it is dropped.
[[nodiscard]] std::string WithReady(std::string_view value, pid_t own, CheckTarget target);

// Whether the value says that `parent` was.
[[nodiscard]] bool SaysReady(std::string_view value, pid_t parent, CheckTarget target);

// The same with the variable of this process.
void HandReadinessOn(CheckTarget target);
[[nodiscard]] bool ParentWasReady(CheckTarget target);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_GTEST_DEATH_TEST_H_
