// Covers G9: the flags of GoogleTest that a run has to know of, from arguments, flag files and
// variables, read as GoogleTest reads them.
#include "plugin/run/google_test_flags.h"

#include <gtest/gtest.h>

#include <map>

#include "tests/unit/diagnosis/temporary_folder.h"

namespace kernodeck {
namespace {

VariableReader Variables(std::map<std::string, std::string> values) {
  return [values](const std::string& name) -> std::optional<std::string> {
    const auto found = values.find(name);
    if (found == values.end()) return std::nullopt;
    return found->second;
  };
}

TEST(GoogleTestFlagsTest, ReadsEachFlag) {
  const auto flags = ReadGoogleTestFlags(
      {"--gtest_repeat=3", "--gtest_shuffle", "--gtest_random_seed=7", "--gtest_fail_fast=1",
       "--gtest_brief=1", "--gtest_also_run_disabled_tests", "--gtest_color=no", "--own=1"},
      Variables({}));
  EXPECT_EQ(flags.repeat, 3);
  EXPECT_TRUE(flags.shuffle && flags.fail_fast && flags.brief && flags.also_run_disabled_tests);
  EXPECT_EQ(flags.random_seed, 7);
  EXPECT_EQ(flags.color, "no");
  EXPECT_FALSE(flags.list_tests || flags.output_by_flag);
}

TEST(GoogleTestFlagsTest, TheLastOneWins) {
  const auto flags =
      ReadGoogleTestFlags({"--gtest_shuffle", "--gtest_shuffle=0", "--gtest_brief=false"},
                          Variables({{"GTEST_SHUFFLE", "1"}, {"GTEST_BRIEF", "1"}}));
  EXPECT_FALSE(flags.shuffle);
  EXPECT_FALSE(flags.brief);
}

TEST(GoogleTestFlagsTest, VariablesCountWhereNoFlagIs) {
  const auto flags = ReadGoogleTestFlags(
      {}, Variables({{"GTEST_REPEAT", "-1"}, {"GTEST_OUTPUT", "xml"}, {"GTEST_FAIL_FAST", "1"}}));
  EXPECT_EQ(flags.repeat, -1);
  EXPECT_EQ(flags.output, "xml");
  EXPECT_FALSE(flags.output_by_flag);
  EXPECT_TRUE(flags.fail_fast);
}

TEST(GoogleTestFlagsTest, AFlagFileIsReadWhereItsNameStands) {
  TemporaryFolder folder;
  const auto file = folder.Write("flags", "--gtest_repeat=5\n--gtest_output=xml:a\n");
  const auto flags = ReadGoogleTestFlags(
      {"--gtest_repeat=2", "--gtest_flagfile=" + file.string(), "--gtest_output="}, Variables({}));
  EXPECT_EQ(flags.repeat, 5);
  EXPECT_EQ(flags.output, "");
  EXPECT_TRUE(flags.output_by_flag);
}

TEST(GoogleTestFlagsTest, TheVariableOfTheOutputIsNamed) {
  EXPECT_EQ(ReadGoogleTestFlags({}, Variables({{"XML_OUTPUT_FILE", "a"}})).output_variable,
            "XML_OUTPUT_FILE");
  const auto both = Variables({{"XML_OUTPUT_FILE", "a"}, {"GTEST_OUTPUT", "xml:b"}});
  EXPECT_EQ(ReadGoogleTestFlags({}, both).output_variable, "GTEST_OUTPUT");
  EXPECT_EQ(ReadGoogleTestFlags({"--gtest_output="}, both).output, "");
}

TEST(GoogleTestFlagsTest, AFilterForAllIsNone) {
  EXPECT_TRUE(ReadGoogleTestFlags({"--gtest_filter=A.*"}, Variables({})).filtered);
  EXPECT_TRUE(ReadGoogleTestFlags({}, Variables({{"GTEST_FILTER", "-A.*"}})).filtered);
  EXPECT_FALSE(
      ReadGoogleTestFlags({"--gtest_filter=*"}, Variables({{"GTEST_FILTER", "A.*"}})).filtered);
}

TEST(GoogleTestFlagsTest, WhatIsNoNumberChangesNothing) {
  EXPECT_EQ(ReadGoogleTestFlags({"--gtest_repeat=many"}, Variables({})).repeat, 1);
}

TEST(GoogleTestFlagsTest, AFlagsValueIsWhatFollowsItsName) {
  EXPECT_EQ(FlagValue("--a=b=c", "a"), "b=c");
  EXPECT_EQ(FlagValue("--a=", "a"), "");
  for (const char* other : {"--a", "-a=b", "--ab=c", "a=b", ""}) {
    EXPECT_EQ(FlagValue(other, "a"), std::nullopt) << other;
  }
}

}  // namespace
}  // namespace kernodeck
