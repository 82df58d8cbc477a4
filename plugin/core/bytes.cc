#include "kernodeck/bytes.h"

#include <array>

namespace kernodeck {
namespace {

struct Unit {
  std::uint64_t bytes;
  const char* name;
};

constexpr std::array<Unit, 4> kUnits = {{{std::uint64_t{1} << 30U, " GiB"},
                                         {std::uint64_t{1} << 20U, " MiB"},
                                         {std::uint64_t{1} << 10U, " KiB"},
                                         {1, " B"}}};

// Up to here a whole number reads well, and says exactly what was written in the source.
constexpr std::uint64_t kReadable = 10'000;

}  // namespace

std::string ToString(Bytes bytes) {
  const std::uint64_t count = bytes.count();
  if (count == 0) return "0 B";
  for (const Unit& unit : kUnits) {
    if (count % unit.bytes == 0 && count / unit.bytes < kReadable) {
      return std::to_string(count / unit.bytes) + unit.name;
    }
  }
  for (const Unit& unit : kUnits) {
    if (count < unit.bytes) continue;
    std::string text = std::to_string(count / unit.bytes);
    // The remainder is below 2^30, so ten of it fit.
    const std::uint64_t tenths = count % unit.bytes * 10 / unit.bytes;
    if (tenths != 0) text.append(".").append(std::to_string(tenths));
    return text + unit.name;
  }
  return {};
}

}  // namespace kernodeck
