#include "plugin/core/nearest.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

using Names = std::vector<std::string_view>;

TEST(Nearest, PutsTheNearestFirst) {
  EXPECT_EQ(Nearest("--timout", {"--device", "--timeout"}), Names{"--timeout"});
  EXPECT_EQ(Nearest("abcdefx", {"abcdxxx", "abcdef", "abcdefg"}),
            (Names{"abcdef", "abcdefg", "abcdxxx"}));
}

TEST(Nearest, DoesNotMindTheCase) { EXPECT_EQ(Nearest("timeOUT", {"TIMEOUT"}), Names{"TIMEOUT"}); }

TEST(Nearest, FindsAPartOfAName) {
  EXPECT_EQ(Nearest("missing", {"driver_missing", "device_busy"}), Names{"driver_missing"});
}

TEST(Nearest, GivesThreeAtMost) {
  EXPECT_EQ(Nearest("abc", {"abcd", "abce", "abcf", "abcg"}).size(), 3U);
}

TEST(Nearest, GivesNothingForWhatIsFarOrEmptyOrEndless) {
  EXPECT_TRUE(Nearest("zebra", {"driver_missing"}).empty());
  EXPECT_TRUE(Nearest("", {"a"}).empty());
  EXPECT_TRUE(Nearest(std::string(100'000, 'a'), {"aaa"}).empty());
}

TEST(DidYouMean, JoinsTheNames) {
  EXPECT_EQ(DidYouMean({}), "");
  EXPECT_EQ(DidYouMean({"A"}), " Did you mean A?");
  EXPECT_EQ(DidYouMean({"A", "B"}), " Did you mean A or B?");
  EXPECT_EQ(DidYouMean({"A", "B", "C"}), " Did you mean A, B or C?");
}

TEST(Lower, ChangesAsciiLettersOnly) { EXPECT_EQ(Lower("aZ_9\xc4"), "az_9\xc4"); }

}  // namespace
}  // namespace kernodeck
