// Covers G1 and style 8: memory has units, in code and in what people read.
#include "kernodeck/bytes.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

constexpr std::uint64_t kGiB = std::uint64_t{1} << 30U;

static_assert(8_GiB == Bytes(8 * kGiB));
static_assert(512_MiB == Bytes(kGiB / 2));
static_assert(64_KiB == Bytes(65536));
static_assert(100_B == Bytes(100));
static_assert(0_GiB == Bytes());
static_assert(0x10_KiB == 16_KiB && 0b11_B == 3_B && 010_B == 8_B && 1'024_MiB == 1_GiB);
static_assert(17'179'869'183_GiB == Bytes(17'179'869'183U * kGiB), "the most that fits");
static_assert(18'446'744'073'709'551'615_B > 17'179'869'183_GiB);
static_assert(1_B < 2_B && 1_B <= 1_B && 2_B >= 1_B && 1_B != 2_B);

// What literals with these spellings would be; that they do not compile is a test of its own.
template <std::size_t N>
constexpr bool Compiles(const char (&spelling)[N], std::uint64_t unit) {
  char letters[N - 1] = {};
  for (std::size_t i = 0; i + 1 < N; ++i) letters[i] = spelling[i];
  return internal::ScaleLiteral(letters, unit).whole;
}

static_assert(Compiles("8", kGiB));
static_assert(!Compiles("17179869184", kGiB), "overflows when it is scaled");
static_assert(!Compiles("18446744073709551616", 1), "overflows by itself");
static_assert(!Compiles("1.5", kGiB));
static_assert(!Compiles("1e3", kGiB));
static_assert(!Compiles("0x1p3", kGiB));
static_assert(!Compiles("09", 1));

TEST(BytesTest, ReadAsWritten) {
  EXPECT_EQ(ToString(8_GiB), "8 GiB");
  EXPECT_EQ(ToString(512_MiB), "512 MiB");
  EXPECT_EQ(ToString(1500_MiB), "1500 MiB");
  EXPECT_EQ(ToString(64_KiB), "64 KiB");
  EXPECT_EQ(ToString(100_B), "100 B");
  EXPECT_EQ(ToString(0_GiB), "0 B");
}

TEST(BytesTest, OddAmountsHaveOneDecimal) {
  EXPECT_EQ(ToString(Bytes(3'435'973'837)), "3.2 GiB");
  EXPECT_EQ(ToString(Bytes(kGiB * 80 + 12'345)), "80 GiB");
  EXPECT_EQ(ToString(Bytes(1'234'567)), "1.1 MiB");
  EXPECT_EQ(ToString(Bytes(12'345)), "12 KiB");
}

TEST(BytesTest, NothingIsRoundedUp) {
  EXPECT_EQ(ToString(Bytes(8 * kGiB - 1)), "7.9 GiB") << "less than 8 must not read as 8";
  EXPECT_EQ(ToString(Bytes(kGiB - 1)), "1023.9 MiB");
  EXPECT_EQ(ToString(Bytes(~std::uint64_t{0})), "17179869183.9 GiB");
}

}  // namespace
}  // namespace kernodeck
