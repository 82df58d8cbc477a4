// API of this header
//   Bytes                          an amount of memory
//   8_GiB, 512_MiB, 64_KiB, 100_B  its literals, in kernodeck::literals
//   ToString(bytes)                as people read it: "3.2 GiB"
#ifndef KERNODECK_BYTES_H_
#define KERNODECK_BYTES_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

namespace kernodeck {

/// An amount of memory. A type of its own, so that GiB and bytes are not mixed up.
class Bytes {
 public:
  constexpr Bytes() = default;
  constexpr explicit Bytes(std::uint64_t count) : count_(count) {}

  [[nodiscard]] constexpr std::uint64_t count() const { return count_; }

  friend constexpr bool operator==(Bytes a, Bytes b) { return a.count_ == b.count_; }
  friend constexpr bool operator!=(Bytes a, Bytes b) { return a.count_ != b.count_; }
  friend constexpr bool operator<(Bytes a, Bytes b) { return a.count_ < b.count_; }
  friend constexpr bool operator>(Bytes a, Bytes b) { return a.count_ > b.count_; }
  friend constexpr bool operator<=(Bytes a, Bytes b) { return a.count_ <= b.count_; }
  friend constexpr bool operator>=(Bytes a, Bytes b) { return a.count_ >= b.count_; }

 private:
  std::uint64_t count_ = 0;
};

/// "100 B", "512 MiB", "3.2 GiB": the largest unit of which there is one, a decimal only where it
/// says something, never rounded up (7.99 GiB are "7.9 GiB": less than 8 must not read as 8).
/// Thread-safe.
[[nodiscard]] std::string ToString(Bytes bytes);

namespace internal {

struct ScaledLiteral {
  bool whole = false;  // an unsigned integer that fits, as bytes too
  std::uint64_t bytes = 0;
};

constexpr unsigned int DigitValue(char letter) {
  if (letter >= '0' && letter <= '9') return static_cast<unsigned int>(letter - '0');
  if (letter >= 'a' && letter <= 'f') return static_cast<unsigned int>(letter - 'a') + 10U;
  if (letter >= 'A' && letter <= 'F') return static_cast<unsigned int>(letter - 'A') + 10U;
  return 16U;
}

// The base of an integer literal, and at which letter its digits begin.
template <std::size_t N>
constexpr unsigned int BaseOf(const char (&spelling)[N], std::size_t& first) {
  first = 0;
  if (N < 2 || spelling[0] != '0') return 10;
  const char second = spelling[1];
  first = second == 'x' || second == 'X' || second == 'b' || second == 'B' ? 2 : 1;
  if (first == 1) return 8;
  return second == 'x' || second == 'X' ? 16 : 2;
}

// `spelling`: as it stands in the source, without an end mark.
template <std::size_t N>
constexpr ScaledLiteral ScaleLiteral(const char (&spelling)[N], std::uint64_t unit) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  std::size_t first = 0;
  const unsigned int base = BaseOf(spelling, first);
  std::uint64_t value = 0;
  for (std::size_t i = first; i < N; ++i) {
    if (spelling[i] == '\'') continue;
    const unsigned int digit = DigitValue(spelling[i]);
    if (digit >= base || value > (kMost - digit) / base) return {};
    value = value * base + digit;
  }
  if (value > kMost / unit) return {};
  return {true, value * unit};
}

template <std::uint64_t kUnit, char... kSpelling>
constexpr Bytes BytesOfLiteral() {
  constexpr char kLetters[] = {kSpelling...};
  constexpr ScaledLiteral kScaled = ScaleLiteral(kLetters, kUnit);
  static_assert(kScaled.whole, "an amount of memory is a whole number of bytes below 2^64");
  return Bytes{kScaled.bytes};
}

}  // namespace internal

/// `using namespace kernodeck::literals;` brings the literals alone. Only unsigned integers are
/// taken; `1.5_GiB` and what does not fit into 64 bits do not compile.
inline namespace literals {

template <char... kSpelling>
constexpr Bytes operator""_B() {
  return internal::BytesOfLiteral<1, kSpelling...>();
}

template <char... kSpelling>
constexpr Bytes operator""_KiB() {
  return internal::BytesOfLiteral<std::uint64_t{1} << 10U, kSpelling...>();
}

template <char... kSpelling>
constexpr Bytes operator""_MiB() {
  return internal::BytesOfLiteral<std::uint64_t{1} << 20U, kSpelling...>();
}

template <char... kSpelling>
constexpr Bytes operator""_GiB() {
  return internal::BytesOfLiteral<std::uint64_t{1} << 30U, kSpelling...>();
}

}  // namespace literals

}  // namespace kernodeck

#endif  // KERNODECK_BYTES_H_
