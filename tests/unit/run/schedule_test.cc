// Covers G9: --jobs gives every test to exactly one process, about as many each, suites kept whole
// where that costs little.
#include "plugin/run/schedule.h"

#include <gtest/gtest.h>

#include <numeric>

namespace kernodeck {
namespace {

// Suites of the given sizes.
std::vector<ListedTest> Suites(const std::vector<int>& sizes) {
  std::vector<ListedTest> tests;
  for (std::size_t suite = 0; suite < sizes.size(); ++suite) {
    std::string name = "S";
    name += std::to_string(suite);
    for (int i = 0; i < sizes[suite]; ++i) {
      tests.push_back({{name, std::to_string(i)}, "", 0, {}});
    }
  }
  return tests;
}

std::vector<TestIndex> All(const std::vector<ListedTest>& tests) {
  std::vector<TestIndex> all(tests.size());
  std::iota(all.begin(), all.end(), TestIndex{0});
  return all;
}

std::vector<std::size_t> Sizes(const std::vector<std::vector<TestIndex>>& parts) {
  std::vector<std::size_t> sizes;
  for (const auto& part : parts) sizes.push_back(part.size());
  return sizes;
}

TEST(ScheduleTest, OneJobHasAll) {
  const auto tests = Suites({3, 4});
  EXPECT_EQ(SplitAmongJobs(tests, All(tests), 1),
            (std::vector<std::vector<TestIndex>>{All(tests)}));
}

TEST(ScheduleTest, SuitesStayWholeWherePartsStayEven) {
  const auto tests = Suites({5, 4, 5, 6});
  EXPECT_EQ(Sizes(SplitAmongJobs(tests, All(tests), 2)), (std::vector<std::size_t>{9, 11}));
}

TEST(ScheduleTest, ALargeSuiteIsSplit) {
  const auto tests = Suites({100});
  EXPECT_EQ(Sizes(SplitAmongJobs(tests, All(tests), 4)),
            (std::vector<std::size_t>{25, 25, 25, 25}));
}

TEST(ScheduleTest, NoPartIsEmptyAndNoTestIsLost) {
  for (const std::vector<int>& sizes :
       {std::vector<int>{1}, {1, 1, 1}, {2, 9, 1}, {50, 1, 1, 1}, {7, 7, 7, 7, 7}}) {
    const auto tests = Suites(sizes);
    for (std::size_t jobs = 1; jobs < 12; ++jobs) {
      std::vector<TestIndex> joined;
      const auto parts = SplitAmongJobs(tests, All(tests), jobs);
      EXPECT_LE(parts.size(), jobs);
      for (const auto& part : parts) {
        EXPECT_FALSE(part.empty());
        joined.insert(joined.end(), part.begin(), part.end());
      }
      EXPECT_EQ(joined, All(tests)) << jobs;
    }
  }
}

}  // namespace
}  // namespace kernodeck
