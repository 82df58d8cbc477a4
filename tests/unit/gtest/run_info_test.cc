// Covers G8: the head of a report: shards, repeats, and a seed that is really the one that is used.
#include "plugin/gtest/run_info.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace kernodeck {
namespace {

struct RunInfoTest : testing::Test {
  RunInfoTest() : shuffle(GTEST_FLAG_GET(shuffle)), seed(GTEST_FLAG_GET(random_seed)) {}
  ~RunInfoTest() override {
    GTEST_FLAG_SET(shuffle, shuffle);
    GTEST_FLAG_SET(random_seed, seed);
    unsetenv("GTEST_TOTAL_SHARDS");
    unsetenv("GTEST_SHARD_INDEX");
  }
  bool shuffle;
  int seed;
};

TEST_F(RunInfoTest, HasTheShardOfTheVariables) {
  unsetenv("GTEST_TOTAL_SHARDS");
  unsetenv("GTEST_SHARD_INDEX");
  EXPECT_EQ(CurrentRunInfo("x").shard_count, 1);
  EXPECT_EQ(CurrentRunInfo("x").shard_index, 0);
  setenv("GTEST_TOTAL_SHARDS", "4", 1);
  setenv("GTEST_SHARD_INDEX", "3", 1);
  EXPECT_EQ(CurrentRunInfo("x").shard_count, 4);
  EXPECT_EQ(CurrentRunInfo("x").shard_index, 3);
  EXPECT_EQ(CurrentRunInfo("x").name, "x");
}

TEST_F(RunInfoTest, ChoosesTheSeedThatGoogleTestThenUses) {
  GTEST_FLAG_SET(shuffle, true);
  GTEST_FLAG_SET(random_seed, 0);
  const TestRunInfo run = CurrentRunInfo("x");
  ASSERT_TRUE(run.seed.has_value());
  EXPECT_GE(*run.seed, 1U);
  EXPECT_LE(*run.seed, 99'999U);
  EXPECT_EQ(static_cast<std::uint64_t>(GTEST_FLAG_GET(random_seed)), *run.seed);
}

TEST_F(RunInfoTest, KeepsASeedThatIsGiven) {
  GTEST_FLAG_SET(shuffle, true);
  GTEST_FLAG_SET(random_seed, 17);
  EXPECT_EQ(CurrentRunInfo("x").seed, 17U);
  GTEST_FLAG_SET(shuffle, false);
  EXPECT_EQ(CurrentRunInfo("x").seed, std::nullopt);
}

TEST_F(RunInfoTest, KnowsTheProgram) {
  EXPECT_EQ(ProgramName(), "kernodeck_gtest_test");
  EXPECT_EQ(ProgramArguments().size() + 1, testing::internal::GetArgvs().size());
}

TEST(SkipCommand, IsWhatToType) {
  EXPECT_EQ(SkipCommand("./tests"), "KERNODECK_POLICY=skip ./tests");
  EXPECT_EQ(SkipCommand("build/gpu tests"), "KERNODECK_POLICY=skip 'build/gpu tests'");
  EXPECT_EQ(SkipCommand("it's"), "KERNODECK_POLICY=skip 'it'\\''s'");
  EXPECT_EQ(SkipCommand("/home/me/tests"), "KERNODECK_POLICY=skip tests");
}

}  // namespace
}  // namespace kernodeck
