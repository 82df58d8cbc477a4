// Usage errors repeat what was given; it must not steer the terminal or fill it.
#include "plugin/core/quoted.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

TEST(Quoted, KeepsPrintableText) { EXPECT_EQ(Quoted("cuda:x y"), "\"cuda:x y\""); }

TEST(Quoted, ShowsAnEmptyText) { EXPECT_EQ(Quoted(""), "\"\""); }

TEST(Quoted, EscapesQuotesControlBytesAndBytesBeyondAscii) {
  EXPECT_EQ(Quoted("a\"b\\c"), R"("a\"b\\c")");
  EXPECT_EQ(Quoted("\x1b[31m\n\xff"), R"("\x1b[31m\x0a\xff")");
}

TEST(Quoted, CutsLongTextsAndNeverInsideAnEscape) {
  EXPECT_EQ(Quoted(std::string(60, 'a')), "\"" + std::string(60, 'a') + "\"");
  EXPECT_EQ(Quoted(std::string(61, 'a')), "\"" + std::string(60, 'a') + "...\"");
  EXPECT_EQ(Quoted(std::string(58, 'a') + "\x01"), "\"" + std::string(58, 'a') + "...\"");
}

}  // namespace
}  // namespace kernodeck
