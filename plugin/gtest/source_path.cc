#include "plugin/gtest/source_path.h"

#include <system_error>

namespace kernodeck {
namespace {

namespace fs = std::filesystem;

fs::path WithoutLeadOut(const fs::path& relative) {
  fs::path rest;
  for (const fs::path& part : relative) {
    if (part != "..") rest /= part;
  }
  return rest;
}

}  // namespace

std::string SourcePath(const fs::path& file, const fs::path& root) {
  fs::path relative = file.lexically_normal();
  const bool absolute = relative.is_absolute();
  // Everything lies below the root of the file system: it is no folder of sources.
  const bool no_root = root == root.root_path();
  if (absolute)
    relative = no_root ? fs::path() : relative.lexically_relative(root.lexically_normal());
  if (!relative.empty() && *relative.begin() != "..") return relative.generic_string();
  const fs::path rest = WithoutLeadOut(relative);
  std::error_code ignored;
  const bool below = !absolute && !root.empty() && fs::is_regular_file(root / rest, ignored);
  return (below ? rest : file.filename()).generic_string();
}

std::string SourceNames::Of(std::string_view file) {
  const std::lock_guard lock(mutex_);
  const auto found = names_.find(file);
  if (found != names_.end()) return found->second;
  return names_.emplace(file, SourcePath(file, root_)).first->second;
}

}  // namespace kernodeck
