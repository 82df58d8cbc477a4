#ifndef KERNODECK_PLUGIN_GTEST_RUN_INFO_H_
#define KERNODECK_PLUGIN_GTEST_RUN_INFO_H_

#include <string>
#include <vector>

#include "plugin/core/test_result.h"

namespace kernodeck {

// What GoogleTest knows of this process and of the run that is about to begin.

// The arguments that GoogleTest was given, without the program's name; before it was given any,
// those of the process.
[[nodiscard]] std::vector<std::string> ProgramArguments();

// What to type to run the program as it was run, with GPU tests skipped: its name as it was given,
// or the base name where that is a path of the machine. `given` is the name.
[[nodiscard]] std::string SkipCommand(const std::string& given);
// The same for this program.
[[nodiscard]] std::string SkipCommand();

// The binary's base name.
[[nodiscard]] std::string ProgramName();

// The head of a report. Where tests are to be shuffled by a seed of GoogleTest's choice, it is
// chosen here, in the same way, so that the report can name it.
[[nodiscard]] TestRunInfo CurrentRunInfo(const std::string& name);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_GTEST_RUN_INFO_H_
