#include "plugin/gtest/source_path.h"

namespace kernodeck {

std::string SourcePath(const std::filesystem::path& file, const std::filesystem::path& root) {
  std::filesystem::path relative = file.lexically_normal();
  if (relative.is_absolute()) relative = relative.lexically_relative(root.lexically_normal());
  const bool inside = !relative.empty() && *relative.begin() != "..";
  return (inside ? relative : file.filename()).generic_string();
}

}  // namespace kernodeck
