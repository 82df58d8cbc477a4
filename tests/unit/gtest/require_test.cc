// Covers G1 and style 15: what a requirement records: a pass, a fatal failure, a skip, its message;
// arguments are evaluated once, the rest of the function does not run, and `else` stays its own.
#include "kernodeck/require.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <string>

#include "plugin/gtest/readiness.h"

namespace kernodeck {
namespace {

Readiness Met() { return {}; }
Readiness Failing() {
  return {false, testing::TestPartResult::kFatalFailure, "GPU_UNAVAILABLE: none"};
}
Readiness Skipping() { return {false, testing::TestPartResult::kSkip, "GPU_UNAVAILABLE: none"}; }

// The macros are this one over RequireGpu and RequireCpu.
void Require(const Readiness& readiness, int& evaluated, bool& went_on) {
  KERNODECK_RETURN_UNLESS_MET_((++evaluated, readiness)) << "and more";
  went_on = true;
}

struct RequireMacroTest : testing::Test {
  int evaluated = 0;
  bool went_on = false;
  testing::TestPartResultArray parts;

  void Record(const Readiness& readiness) {
    const testing::ScopedFakeTestPartResultReporter reporter(
        testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &parts);
    Require(readiness, evaluated, went_on);
  }
};

TEST_F(RequireMacroTest, PassesWithoutAWord) {
  Record(Met());
  EXPECT_EQ(parts.size(), 0);
  EXPECT_TRUE(went_on);
  EXPECT_EQ(evaluated, 1);
}

TEST_F(RequireMacroTest, FailsFatallyAndReturns) {
  Record(Failing());
  ASSERT_EQ(parts.size(), 1);
  const testing::TestPartResult& part = parts.GetTestPartResult(0);
  EXPECT_TRUE(part.fatally_failed());
  EXPECT_EQ(std::string(part.message()).find("GPU_UNAVAILABLE: none\nand more"), 0U);
  EXPECT_STREQ(part.file_name(), __FILE__);
  EXPECT_FALSE(went_on);
  EXPECT_EQ(evaluated, 1);
}

TEST_F(RequireMacroTest, SkipsAndReturns) {
  Record(Skipping());
  ASSERT_EQ(parts.size(), 1);
  EXPECT_TRUE(parts.GetTestPartResult(0).skipped());
  EXPECT_FALSE(went_on);
  EXPECT_EQ(evaluated, 1);
}

void RequireInBranch(bool branch, bool& other) {
  if (branch)
    KERNODECK_RETURN_UNLESS_MET_(Met());
  else
    other = true;
}

TEST(RequireMacro, TakesNoElseForItsOwn) {
  bool other = false;
  RequireInBranch(true, other);
  EXPECT_FALSE(other);
  RequireInBranch(false, other);
  EXPECT_TRUE(other);
}

TEST(ReadinessOf, HasGoogleTestsKinds) {
  using Outcome = Answer::Outcome;
  EXPECT_TRUE(ReadinessOf({}));
  const auto type_of = [](Outcome outcome) {
    return ReadinessOf({outcome, "text", std::nullopt, std::nullopt}).type;
  };
  EXPECT_EQ(type_of(Outcome::kFailed), testing::TestPartResult::kFatalFailure);
  EXPECT_EQ(type_of(Outcome::kSkipped), testing::TestPartResult::kSkip);
  EXPECT_EQ(type_of(Outcome::kNotRun), testing::TestPartResult::kSkip);
  EXPECT_EQ(ReadinessOf({Outcome::kNotRun, "text", std::nullopt, std::nullopt}).text, "text");
}

}  // namespace
}  // namespace kernodeck
