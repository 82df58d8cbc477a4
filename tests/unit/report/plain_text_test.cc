// Rules D10 (valid UTF-8) and D12: foreign text can neither break a report nor steer a terminal.
#include "plugin/report/plain_text.h"

#include <gtest/gtest.h>

#include <random>

namespace kernodeck {
namespace {

constexpr const char* kBad = "\xEF\xBF\xBD";

using Lines = std::vector<std::string>;

TEST(ValidUtf8Test, LeavesValidTextAlone) {
  for (const std::string text :
       {"", "plain", "\x7F", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80",
        "\xEF\xBF\xBF", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF", "a\tb\n"}) {
    EXPECT_EQ(ValidUtf8(text), text);
  }
}

TEST(ValidUtf8Test, ReplacesEachBadByte) {
  EXPECT_EQ(ValidUtf8("a\xFF"
                      "b"),
            std::string("a") + kBad + "b");
  EXPECT_EQ(ValidUtf8("\x80"), kBad);
  const auto times = [](int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += kBad;
    return text;
  };
  EXPECT_EQ(ValidUtf8("\xC0\x80"), times(2)) << "overlong";
  EXPECT_EQ(ValidUtf8("\xC1\xBF"), times(2)) << "overlong";
  EXPECT_EQ(ValidUtf8("\xE0\x9F\xBF"), times(3)) << "overlong";
  EXPECT_EQ(ValidUtf8("\xF0\x8F\xBF\xBF"), times(4)) << "overlong";
  EXPECT_EQ(ValidUtf8("\xED\xA0\x80"), times(3)) << "surrogate";
  EXPECT_EQ(ValidUtf8("\xF4\x90\x80\x80"), times(4)) << "above U+10FFFF";
  EXPECT_EQ(ValidUtf8("\xF5\x80\x80\x80"), times(4)) << "above U+10FFFF";
  EXPECT_EQ(ValidUtf8("\xE2\x82"), times(2)) << "cut short";
  EXPECT_EQ(ValidUtf8("\xE2\x82x"), times(2) + "x") << "cut short";
}

TEST(ValidUtf8Test, OfAnyBytesIsStableAndWrapsWithinItsColumns) {
  std::mt19937 random(20260102);
  for (int round = 0; round < 20'000; ++round) {
    std::string text(random() % 24, '\0');
    for (char& letter : text) letter = static_cast<char>(random() % (round % 2 == 0 ? 256 : 64));
    EXPECT_EQ(ValidUtf8(ValidUtf8(text)), ValidUtf8(text));
    EXPECT_EQ(OneLine(OneLine(text)), OneLine(text));
    for (const std::string& line : Wrap(text, 7)) ASSERT_LE(Columns(line), 7U);
  }
}

TEST(OneLineTest, ReplacesWhatSteers) {
  EXPECT_EQ(OneLine("a\nb\r\tc"), "a b  c");
  EXPECT_EQ(OneLine("\x1b[31mred"), " [31mred");
  EXPECT_EQ(OneLine(std::string("a\0b\x7f", 4)), "a b ");
  EXPECT_EQ(OneLine("\u009b31m"), " 31m") << "C1";
  EXPECT_EQ(OneLine("a\u2028b\u2029c\u0085d"), "a b c d") << "line ends";
  EXPECT_EQ(OneLine("a\u202eb\u202cc\u2066d\u2069e\u200ff\u061cg"), "a b c d e f g") << "direction";
  EXPECT_EQ(OneLine("a\u200bb\ufeffc"), "a b c") << "invisible";
  EXPECT_EQ(OneLine("caf\u00e9 \u4e2d"), "caf\u00e9 \u4e2d");
}

TEST(ColumnsTest, CountsCharactersAndTakesForeignOnesAsWide) {
  EXPECT_EQ(Columns(""), 0U);
  EXPECT_EQ(Columns("abc"), 3U);
  EXPECT_EQ(Columns("caf\u00e9"), 4U);
  EXPECT_EQ(Columns("\u4e2d\u6587"), 4U);
  EXPECT_EQ(FirstColumns("\u4e2d\u6587", 3), "\u4e2d");
  EXPECT_EQ(FirstColumns("abc", 2), "ab");
  EXPECT_EQ(FirstColumns("abc", 9), "abc");
}

TEST(WrapTest, BreaksAtSpaces) {
  EXPECT_EQ(Wrap("", 10), Lines{""});
  EXPECT_EQ(Wrap("one two three", 13), Lines{"one two three"});
  EXPECT_EQ(Wrap("one two three", 12), (Lines{"one two", "three"}));
  EXPECT_EQ(Wrap("one  two\nthree", 7), (Lines{"one two", "three"}));
}

TEST(WrapTest, BreaksLongWordsInside) {
  EXPECT_EQ(Wrap("a bcdefgh i", 3), (Lines{"a", "bcd", "efg", "h i"}));
  EXPECT_EQ(Wrap("\u4e2d\u6587\u4e2d", 5), (Lines{"\u4e2d\u6587", "\u4e2d"}));
  EXPECT_EQ(Wrap("\u4e2d", 0), Lines{"\u4e2d"}) << "never endless";
}

}  // namespace
}  // namespace kernodeck
