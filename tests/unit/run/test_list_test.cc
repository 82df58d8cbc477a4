// Covers G9 and G15: the tests that a binary lists, parameterized, typed and disabled ones, in both
// forms of the list, and which files a report may name.
#include "plugin/run/test_list.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

std::vector<std::string> NamesOf(const std::vector<ListedTest>& tests) {
  std::vector<std::string> names;
  for (const ListedTest& test : tests) names.push_back(FullName(test.id));
  return names;
}

TEST(TestListTest, ReadsSuitesTypesAndParameters) {
  const auto tests = ParseTestList(
      "Running main() from gtest_main.cc\n"
      "A.\n  b\n  DISABLED_z\n"
      "Ty/0.  # TypeParam = std::vector<int, std::allocator<int> >\n  q\n"
      "I/P.\n  x/0  # GetParam() = \"a\\nb  # c\"\n  x/1  # GetParam() = 4-byte object <1>\r\n");
  EXPECT_EQ(NamesOf(tests),
            (std::vector<std::string>{"A.b", "A.DISABLED_z", "Ty/0.q", "I/P.x/0", "I/P.x/1"}));
  using Properties = decltype(ListedTest::properties);
  EXPECT_TRUE(tests[0].properties.empty());
  EXPECT_EQ(tests[2].properties,
            (Properties{{"type_param", "std::vector<int, std::allocator<int> >"}}));
  EXPECT_EQ(tests[3].properties, (Properties{{"value_param", "\"a\\nb  # c\""}}));
}

TEST(TestListTest, WhatLooksLikeNoTestIsLeftOut) {
  const auto tests = ParseTestList(
      "  before any suite\n"
      "Loading plug-ins ...\n  from a folder\n"
      "A.\n  b\n  a line with spaces\n\n"
      "Done.\n");
  EXPECT_EQ(NamesOf(tests), (std::vector<std::string>{"A.b"}));
  EXPECT_TRUE(ParseTestList("").empty());
}

TEST(TestListTest, ReadsTheWrittenListWithPlaces) {
  const auto tests = ParseTestListJson(
      R"({"tests": 2, "name": "AllTests", "testsuites": [
         {"name": "I\/P", "tests": 1, "testsuite": [
           {"name": "x\/0", "value_param": "\u00C3\u00BC", "file": "a.cc", "line": 7}]},
         {"name": "T", "testsuite": [{"name": "y", "type_param": "int"}]}]})");
  ASSERT_TRUE(tests.has_value());
  EXPECT_EQ(NamesOf(*tests), (std::vector<std::string>{"I/P.x/0", "T.y"}));
  EXPECT_EQ((*tests)[0].file, "a.cc");
  EXPECT_EQ((*tests)[0].line, 7);
  // GoogleTest writes bytes as characters.
  EXPECT_EQ((*tests)[0].properties.front().second, "\xC3\xBC");
  EXPECT_EQ((*tests)[1].properties.front().first, "type_param");
}

TEST(TestListTest, WhatIsNoListGivesNone) {
  for (const char* text :
       {"", "no json", "[]", "{}", R"({"testsuites": 1})", R"({"testsuites": [{"name": "A"}]})",
        R"({"testsuites": [{"name": "A", "testsuite": [1]}]})", R"({"testsuites": [)"}) {
    EXPECT_FALSE(ParseTestListJson(text).has_value()) << text;
  }
  const auto empty = ParseTestListJson(R"({"testsuites": []})");
  ASSERT_TRUE(empty.has_value());
  EXPECT_TRUE(empty->empty());
}

TEST(TestListTest, KnowsDisabledTests) {
  EXPECT_TRUE(IsDisabled({"A", "DISABLED_b"}));
  EXPECT_TRUE(IsDisabled({"DISABLED_A", "b"}));
  EXPECT_TRUE(IsDisabled({"I/DISABLED_P", "x/0"}));
  EXPECT_FALSE(IsDisabled({"A", "b_DISABLED_"}));
}

TEST(TestListTest, NamesNoFolderOfTheMachine) {
  EXPECT_EQ(ReportedFile("/home/me/project/tests/a.cc", "/home/me/project"), "tests/a.cc");
  EXPECT_EQ(ReportedFile("/other/a.cc", "/home/me/project"), "a.cc");
  EXPECT_EQ(ReportedFile("tests/a.cc", "/home/me/project"), "tests/a.cc");
  EXPECT_EQ(ReportedFile("/home/me/a.cc", ""), "a.cc");
}

}  // namespace
}  // namespace kernodeck
