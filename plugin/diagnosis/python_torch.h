#ifndef KERNODECK_PLUGIN_DIAGNOSIS_PYTHON_TORCH_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_PYTHON_TORCH_H_

#include <filesystem>
#include <optional>
#include <string>

#include "plugin/diagnosis/diagnose.h"
#include "plugin/diagnosis/helper_runner.h"

namespace kernodeck {

// The executable file `name` on the PATH of `environment`, or nothing.
[[nodiscard]] std::optional<std::filesystem::path> FindProgram(const std::string& name,
                                                               const Environment& environment);

// The folder of the torch package of the active Python (`python3` on PATH), or nothing. torch
// itself is not imported; the interpreter is asked in a child of its own with a limit of five
// seconds.
[[nodiscard]] std::optional<std::filesystem::path> FindPythonTorch(const Environment& environment,
                                                                   HelperRunner& helpers);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_PYTHON_TORCH_H_
