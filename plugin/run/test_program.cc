#include "plugin/run/test_program.h"

#include <unistd.h>

#include <system_error>

namespace kernodeck {
namespace {

namespace fs = std::filesystem;

// Empty where the file can be run.
std::string WhyNot(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) return "is not there";
  if (error) return "cannot be looked at (" + error.message() + ")";
  if (status.type() == fs::file_type::directory) return "is a folder";
  if (status.type() != fs::file_type::regular) return "is no regular file";
  if (::access(path.c_str(), X_OK) != 0) return "is not executable by this user";
  return "";
}

}  // namespace

std::variant<fs::path, std::string> FindTestProgram(const std::string& name,
                                                    std::string_view search_path) {
  if (name.find('/') != std::string::npos) {
    std::string why = WhyNot(name);
    if (!why.empty()) return why;
    return fs::path(name);
  }
  while (!name.empty() && !search_path.empty()) {
    const std::size_t colon = search_path.find(':');
    const fs::path path = fs::path(search_path.substr(0, colon)) / name;
    if (path.is_absolute() && WhyNot(path).empty()) return path;
    search_path.remove_prefix(colon == std::string_view::npos ? search_path.size() : colon + 1);
  }
  std::string why = "is in no folder of PATH";
  if (!name.empty() && WhyNot(name).empty()) why += "; write ./" + name + " for the one here";
  return why;
}

}  // namespace kernodeck
