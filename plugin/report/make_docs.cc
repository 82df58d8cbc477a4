// Writes codes.md and causes.md into the folder that is its one argument.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "plugin/report/tables_markdown.h"

namespace {

bool Write(const std::filesystem::path& file, const std::string& text) {
  std::ofstream stream(file, std::ios::binary);
  stream << text << std::flush;
  if (!stream) std::fprintf(stderr, "kernodeck_make_docs: %s cannot be written.\n", file.c_str());
  return static_cast<bool>(stream);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("Usage: kernodeck_make_docs FOLDER (writes codes.md and causes.md there)\n", stderr);
    return 2;
  }
  const std::filesystem::path folder = argv[1];
  const bool codes = Write(folder / "codes.md", kernodeck::CodesMarkdown());
  const bool causes = Write(folder / "causes.md", kernodeck::CausesMarkdown());
  return codes && causes ? 0 : 1;
}
