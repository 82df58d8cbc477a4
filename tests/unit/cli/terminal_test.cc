// D12: NO_COLOR and non-terminals are respected.
#include "plugin/cli/terminal.h"

#include <gtest/gtest.h>

#include "tests/unit/cli/fake_console.h"

namespace kernodeck {
namespace {

TEST(UseColor, OnlyOnATerminalThatKnowsColors) {
  EXPECT_TRUE(UseColor(true, FakeEnvironment({{"TERM", "xterm"}})));
  EXPECT_FALSE(UseColor(false, FakeEnvironment({{"TERM", "xterm"}})));
  EXPECT_FALSE(UseColor(true, FakeEnvironment({{"TERM", "dumb"}})));
  EXPECT_FALSE(UseColor(true, FakeEnvironment({})));
}

TEST(UseColor, NeverWhereNoColorIsSet) {
  EXPECT_FALSE(UseColor(true, FakeEnvironment({{"TERM", "xterm"}, {"NO_COLOR", "0"}})));
  EXPECT_TRUE(UseColor(true, FakeEnvironment({{"TERM", "xterm"}, {"NO_COLOR", ""}})));
}

TEST(IsUtf8, KnowsItsSpellings) {
  EXPECT_TRUE(IsUtf8("UTF-8"));
  EXPECT_TRUE(IsUtf8("utf8"));
  EXPECT_FALSE(IsUtf8("ANSI_X3.4-1968"));
  EXPECT_FALSE(IsUtf8("ISO-8859-1"));
  EXPECT_FALSE(IsUtf8(""));
}

TEST(LocaleCharset, FollowsTheEnvironment) {
  ASSERT_EQ(setenv("LC_ALL", "C", 1), 0);
  EXPECT_FALSE(IsUtf8(LocaleCharset()));
  ASSERT_EQ(setenv("LC_ALL", "C.UTF-8", 1), 0);
  EXPECT_TRUE(IsUtf8(LocaleCharset()));
  ASSERT_EQ(setenv("LC_ALL", "no_such_locale", 1), 0);
  EXPECT_FALSE(IsUtf8(LocaleCharset()));
  ASSERT_EQ(unsetenv("LC_ALL"), 0);
}

}  // namespace
}  // namespace kernodeck
