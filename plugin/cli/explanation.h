#ifndef KERNODECK_PLUGIN_CLI_EXPLANATION_H_
#define KERNODECK_PLUGIN_CLI_EXPLANATION_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernodeck/cause.h"
#include "kernodeck/code.h"
#include "plugin/core/cuda_errors.h"

namespace kernodeck {

// What the tables say, as text for a terminal of 100 columns; several lines, ended by a newline.
[[nodiscard]] std::string ExplainCode(Code code);
[[nodiscard]] std::string ExplainCause(Cause cause);
[[nodiscard]] std::string ExplainCudaError(const CudaError& error);

// All codes, each with its causes, a line each.
[[nodiscard]] std::string ExplainAll();

// The explanation of a code, a cause or one of CUDA's error numbers, whatever the case of its
// letters; nothing where `name` is none.
[[nodiscard]] std::optional<std::string> Explain(std::string_view name);

// The public names of all codes and causes.
[[nodiscard]] std::vector<std::string_view> ExplainableNames();

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CLI_EXPLANATION_H_
