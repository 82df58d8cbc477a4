#include "plugin/cli/shared_library.h"

#include <elf.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

#include "plugin/diagnosis/libtorch_locator.h"

namespace kernodeck {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMagic = "glibc-ld.so.cache1.1";
constexpr std::size_t kHeaderBytes = 48;
constexpr std::size_t kEntryBytes = 24;  // flags, key, value, os version (4 each), hwcap (8)

std::uint32_t Number(std::string_view bytes, std::size_t at) {
  std::uint32_t number = 0;
  if (at + sizeof number <= bytes.size()) std::memcpy(&number, bytes.data() + at, sizeof number);
  return number;
}

std::string_view Text(std::string_view bytes, std::size_t at) {
  if (at >= bytes.size()) return {};
  const std::string_view rest = bytes.substr(at);
  return rest.substr(0, rest.find('\0'));
}

std::string Content(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// Word size and processor of an ELF file.
std::optional<std::pair<unsigned char, std::uint16_t>> ElfKind(const fs::path& file) {
  std::array<char, sizeof(Elf64_Ehdr)> bytes{};
  std::ifstream stream(file, std::ios::binary);
  if (!stream.read(bytes.data(), bytes.size())) return std::nullopt;
  Elf64_Ehdr header{};
  std::memcpy(&header, bytes.data(), sizeof header);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return std::nullopt;
  return std::pair(header.e_ident[EI_CLASS], header.e_machine);
}

std::vector<fs::path> SplitPath(std::string_view text) {
  std::vector<fs::path> folders;
  while (!text.empty()) {
    const std::size_t end = text.find_first_of(":;");
    const std::string_view folder = text.substr(0, end);
    folders.emplace_back(folder.empty() ? "." : folder);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return folders;
}

}  // namespace

LoaderPlaces SystemLoaderPlaces(std::string library_path) {
  std::vector<fs::path> folders = SystemLibraryFolders();
  for (const char* folder : {"/lib64", "/lib"}) folders.emplace_back(folder);
  return {std::move(library_path), "/etc/ld.so.cache", std::move(folders)};
}

std::vector<std::string> CachedPaths(std::string_view cache, std::string_view name) {
  std::vector<std::string> paths;
  // An older cache comes before the newer one in the same file; offsets count from the newer's
  // magic.
  const std::size_t start = cache.find(kMagic);
  if (start == std::string_view::npos) return paths;
  const std::string_view bytes = cache.substr(start);
  const std::uint32_t count = Number(bytes, kMagic.size());
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t entry = kHeaderBytes + i * kEntryBytes;
    if (entry + kEntryBytes > bytes.size()) break;
    if (Text(bytes, Number(bytes, entry + 4)) != name) continue;
    const std::string_view path = Text(bytes, Number(bytes, entry + 8));
    if (!path.empty()) paths.emplace_back(path);
  }
  return paths;
}

std::optional<fs::path> FindSharedLibrary(const std::string& name, const LoaderPlaces& places) {
  std::vector<fs::path> candidates;
  for (const fs::path& folder : SplitPath(places.library_path)) candidates.push_back(folder / name);
  for (const std::string& path : CachedPaths(Content(places.cache), name)) {
    candidates.emplace_back(path);
  }
  for (const fs::path& folder : places.folders) candidates.push_back(folder / name);
  const auto ours = ElfKind("/proc/self/exe");
  for (const fs::path& candidate : candidates) {
    const auto kind = ElfKind(candidate);
    if (kind && (!ours || kind == ours)) return candidate;
  }
  return std::nullopt;
}

}  // namespace kernodeck
