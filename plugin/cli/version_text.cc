#include "plugin/cli/version_text.h"

namespace kernodeck {

std::string BuiltForText(const std::optional<BuiltFor>& built_for) {
  if (!built_for) return "none";
  std::string text = built_for->version;
  if (!built_for->backend.empty()) text += ", backend " + built_for->backend;
  if (!built_for->cuda.empty()) text += ", CUDA " + built_for->cuda;
  return text;
}

std::string VersionText(const std::optional<BuiltFor>& built_for) {
  return "kernodeck " KERNODECK_VERSION "\nbuilt for LibTorch: " + BuiltForText(built_for) + "\n";
}

}  // namespace kernodeck
