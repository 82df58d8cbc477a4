#include "plugin/worker/loader_cache.h"

#include <cstdint>
#include <optional>

#include "plugin/worker/bounded_file.h"

namespace kernodeck {
namespace {

constexpr std::string_view kMagic = "glibc-ld.so.cache1.1";
constexpr std::string_view kOldMagic = "ld.so-1.7.0";
constexpr std::uint64_t kHeaderBytes = 48;
constexpr std::uint64_t kOldHeaderBytes = 16;
constexpr std::uint64_t kOldEntryBytes = 12;

struct Entry {
  std::int32_t flags;
  std::uint32_t key;
  std::uint32_t value;
  std::uint32_t os_version;
  std::uint64_t hwcap;
};
static_assert(sizeof(Entry) == 24);

bool StartsWith(const BoundedFile& file, std::uint64_t offset, std::string_view magic) {
  const auto bytes = file.ReadArray<char>(offset, magic.size());
  return bytes && std::string_view(bytes->data(), bytes->size()) == magic;
}

// Where the current format begins: at once, or behind the table of the older one.
std::optional<std::uint64_t> FindStart(const BoundedFile& file) {
  if (StartsWith(file, 0, kMagic)) return 0;
  if (!StartsWith(file, 0, kOldMagic)) return std::nullopt;
  const auto count = file.Read<std::uint32_t>(kOldHeaderBytes - sizeof(std::uint32_t));
  if (!count) return std::nullopt;
  const std::uint64_t end = kOldHeaderBytes + *count * kOldEntryBytes;
  const std::uint64_t aligned = (end + 7) / 8 * 8;
  return StartsWith(file, aligned, kMagic) ? std::optional(aligned) : std::nullopt;
}

}  // namespace

LoaderCache::LoaderCache(const std::filesystem::path& file_of_cache) {
  const BoundedFile file(file_of_cache);
  const std::optional<std::uint64_t> start = FindStart(file);
  if (!start) return;
  const auto count = file.Read<std::uint32_t>(*start + kMagic.size());
  const auto table = count ? file.ReadArray<Entry>(*start + kHeaderBytes, *count) : std::nullopt;
  if (!table) return;
  for (const Entry& entry : *table) {
    auto name = file.ReadString(*start + entry.key);
    auto place = file.ReadString(*start + entry.value);
    if (name && place) entries_.emplace_back(*std::move(name), *std::move(place));
  }
}

std::vector<std::filesystem::path> LoaderCache::Find(std::string_view library) const {
  std::vector<std::filesystem::path> places;
  for (const auto& [name, place] : entries_) {
    if (name == library) places.emplace_back(place);
  }
  return places;
}

}  // namespace kernodeck
