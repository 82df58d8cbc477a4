// Covers D6 and D12: numbers are whole, in range, and of no locale.
#include "plugin/core/to_number.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

namespace kernodeck {
namespace {

TEST(ToNumberTest, TakesWholeNumbersOnly) {
  EXPECT_EQ(ToNumber<int>("42"), 42);
  EXPECT_EQ(ToNumber<int>("-7"), -7);
  for (const char* text : {"", " 1", "1 ", "1x", "x", "0x10", "1.5", "99999999999"}) {
    EXPECT_EQ(ToNumber<int>(text), std::nullopt) << text;
  }
  EXPECT_EQ(ToNumber<std::uint16_t>("65536"), std::nullopt);
  EXPECT_EQ(ToNumber<std::uint16_t>("-1"), std::nullopt);
}

TEST(ToNumberTest, KnowsFractionsAndWhatIsNoNumber) {
  EXPECT_EQ(ToNumber<float>("4.5"), 4.5F);
  EXPECT_EQ(ToNumber<float>("4,5"), std::nullopt);
  EXPECT_TRUE(std::isnan(*ToNumber<float>("nan")));
  EXPECT_TRUE(std::isinf(*ToNumber<float>("-inf")));
}

}  // namespace
}  // namespace kernodeck
