// Covers G9 and a trap: 6,000 names go by a file, which no folder ever holds and which a child of
// this user can open.
#include "plugin/run/flag_file.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

namespace kernodeck {
namespace {

TEST(FlagFileTest, AnotherProcessReadsIt) {
  const PrivateFile file("--gtest_filter=A.b\n");
  EXPECT_EQ(std::system(("grep -q A.b " + file.Path()).c_str()), 0);
  EXPECT_EQ(file.Read(100), "--gtest_filter=A.b\n");
  EXPECT_EQ(file.Read(3), "--g");
}

TEST(FlagFileTest, AnotherProcessWritesIt) {
  const PrivateFile file;
  EXPECT_EQ(file.Read(10), "");
  ASSERT_EQ(std::system(("printf %s list > " + file.Path()).c_str()), 0);
  EXPECT_EQ(file.Read(10), "list");
}

TEST(FlagFileTest, ItIsGoneWithItsOwner) {
  std::string path;
  {
    const PrivateFile file("x");
    path = file.Path();
    EXPECT_TRUE(std::ifstream(path).good());
  }
  EXPECT_FALSE(std::ifstream(path).good());
}

TEST(FlagFileTest, AFilterNamesEachTest) {
  const std::vector<ListedTest> tests = {{{"A", "b"}, "", 0, {}},
                                         {{"A", "c"}, "", 0, {}},
                                         {{"T/std::vector-1*", "d"}, "", 0, {}},
                                         {{"A", "e\n--f"}, "", 0, {}}};
  EXPECT_EQ(FilterFlag(tests, {0, 1}), "--gtest_filter=A.b:A.c");
  // What means something in a filter becomes any one character.
  EXPECT_EQ(FilterFlag(tests, {2}), "--gtest_filter=T/std??vector?1?.d");
  EXPECT_EQ(FilterFlag(tests, {3}), "--gtest_filter=A.e???f");
}

}  // namespace
}  // namespace kernodeck
