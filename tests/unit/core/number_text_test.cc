// D5: the time limit is a number of seconds in a range. Numbers that are none must not be taken.
#include "plugin/core/number_text.h"

#include <gtest/gtest.h>

#include <limits>

namespace kernodeck {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr int kMax = std::numeric_limits<int>::max();

TEST(ParseWholeNumber, TakesDigitsInRange) {
  EXPECT_EQ(ParseWholeNumber("0", 0, kMax), 0);
  EXPECT_EQ(ParseWholeNumber("9", 0, kMax), 9);
  EXPECT_EQ(ParseWholeNumber("007", 0, kMax), 7);
  EXPECT_EQ(ParseWholeNumber("2147483647", 0, kMax), kMax);
}

TEST(ParseWholeNumber, RefusesWhatIsOutsideTheRange) {
  EXPECT_EQ(ParseWholeNumber("0", 1, 8), std::nullopt);
  EXPECT_EQ(ParseWholeNumber("9", 1, 8), std::nullopt);
  EXPECT_EQ(ParseWholeNumber("2147483648", 0, kMax), std::nullopt);
  EXPECT_EQ(ParseWholeNumber("99999999999", 0, kMax), std::nullopt);
  EXPECT_EQ(ParseWholeNumber("99999999999999999999999999999999999", 0, kMax), std::nullopt);
}

TEST(ParseWholeNumber, RefusesWhatIsNoNumber) {
  for (const char* text :
       {"", "-1", "+1", " 1", "1 ", "1x", "x1", "0x1", "1.0", "1e1", "\xc2\xb2"}) {
    EXPECT_EQ(ParseWholeNumber(text, 0, kMax), std::nullopt) << text;
  }
}

TEST(ParseSeconds, TakesDecimalNumbersInRange) {
  EXPECT_EQ(ParseSeconds("5", seconds(5), seconds(120)), milliseconds(5000));
  EXPECT_EQ(ParseSeconds("120", seconds(5), seconds(120)), milliseconds(120'000));
  EXPECT_EQ(ParseSeconds("7.25", seconds(5), seconds(120)), milliseconds(7250));
  EXPECT_EQ(ParseSeconds("0030.0", seconds(5), seconds(120)), milliseconds(30'000));
}

TEST(ParseSeconds, RefusesWhatIsOutsideTheRange) {
  for (const char* text : {"4", "4.99999", "121", "120.0001", "0", "99999999999999999999"}) {
    EXPECT_EQ(ParseSeconds(text, seconds(5), seconds(120)), std::nullopt) << text;
  }
  EXPECT_EQ(ParseSeconds(std::string(5000, '9'), seconds(5), seconds(120)), std::nullopt);
}

TEST(ParseSeconds, RefusesWhatIsNoDecimalNumber) {
  for (const char* text : {"", "nan", "NaN", "inf", "infinity", "-30", "+30", "1e1", "0x1e", "30s",
                           "30 ", " 30", "3 0", "30.", ".5e1", ".", "1.2.3", "30,0"}) {
    EXPECT_EQ(ParseSeconds(text, seconds(5), seconds(120)), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace kernodeck
