// Covers G15: a run has exactly the tests of its shard, as GoogleTest deals them out.
#include "plugin/run/shard.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace kernodeck {
namespace {

std::variant<Shard, std::string> Read(std::map<std::string, std::string> values) {
  return ReadShard([values](const std::string& name) -> std::optional<std::string> {
    const auto found = values.find(name);
    if (found == values.end()) return std::nullopt;
    return found->second;
  });
}

std::vector<ListedTest> Tests(const std::vector<std::string>& names) {
  std::vector<ListedTest> tests;
  for (const std::string& name : names) tests.push_back({{"S", name}, "", 0, {}});
  return tests;
}

TEST(ShardTest, ReadsBothVariables) {
  const auto none = Read({});
  ASSERT_TRUE(std::holds_alternative<Shard>(none));
  EXPECT_EQ(std::get<Shard>(none).count, 1);
  const auto one = Read({{"GTEST_TOTAL_SHARDS", "3"}, {"GTEST_SHARD_INDEX", "2"}});
  ASSERT_TRUE(std::holds_alternative<Shard>(one));
  EXPECT_EQ(std::get<Shard>(one).count, 3);
  EXPECT_EQ(std::get<Shard>(one).index, 2);
}

TEST(ShardTest, RefusesWhatIsNoShard) {
  using Values = std::map<std::string, std::string>;
  for (const Values& values : {Values{{"GTEST_TOTAL_SHARDS", "3"}},
                               {{"GTEST_SHARD_INDEX", "0"}},
                               {{"GTEST_TOTAL_SHARDS", "3"}, {"GTEST_SHARD_INDEX", "3"}},
                               {{"GTEST_TOTAL_SHARDS", "3"}, {"GTEST_SHARD_INDEX", "-1"}},
                               {{"GTEST_TOTAL_SHARDS", "0"}, {"GTEST_SHARD_INDEX", "0"}},
                               {{"GTEST_TOTAL_SHARDS", "x"}, {"GTEST_SHARD_INDEX", "0"}}}) {
    EXPECT_TRUE(std::holds_alternative<std::string>(Read(values)));
  }
}

TEST(ShardTest, DealsOutTheTestsThatWouldRun) {
  const auto tests = Tests({"a", "DISABLED_b", "c", "d", "e"});
  EXPECT_EQ(SelectTests(tests, false, {0, 2}), (std::vector<TestIndex>{0, 3}));
  EXPECT_EQ(SelectTests(tests, false, {1, 2}), (std::vector<TestIndex>{2, 4}));
  EXPECT_EQ(SelectTests(tests, true, {0, 2}), (std::vector<TestIndex>{0, 2, 4}));
  EXPECT_EQ(SelectTests(tests, false, {}), (std::vector<TestIndex>{0, 2, 3, 4}));
}

TEST(ShardTest, TheShardsTogetherAreAllTests) {
  const auto tests = Tests({"a", "b", "c", "d", "e", "f", "g"});
  std::vector<TestIndex> all;
  for (int index = 0; index < 10; ++index) {
    for (const TestIndex test : SelectTests(tests, false, {index, 10})) all.push_back(test);
  }
  std::sort(all.begin(), all.end());
  EXPECT_EQ(all, SelectTests(tests, false, {}));
}

}  // namespace
}  // namespace kernodeck
