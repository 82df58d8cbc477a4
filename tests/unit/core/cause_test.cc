// Covers C2, C7 and D14: the one table of causes, and the numbers that mean them.
#include "kernodeck/cause.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace kernodeck {
namespace {

TEST(CauseTest, RowsStandAtTheirEnumerators) {
  for (std::size_t i = 0; i < AllCauses().size(); ++i) {
    const CauseInfo& row = AllCauses()[i];
    EXPECT_EQ(static_cast<std::size_t>(row.cause), i) << row.id;
    EXPECT_EQ(&Info(row.cause), &row) << row.id;
  }
}

TEST(CauseTest, IdsAreUniqueSnakeCase) {
  std::set<std::string_view> ids;
  for (const CauseInfo& row : AllCauses()) {
    EXPECT_TRUE(ids.insert(row.id).second) << row.id;
    EXPECT_TRUE(std::all_of(row.id.begin(), row.id.end(), [](char letter) {
      return (letter >= 'a' && letter <= 'z') || letter == '_';
    })) << row.id;
    EXPECT_NE(row.id.front(), '_');
    EXPECT_NE(row.id.back(), '_');
  }
}

TEST(CauseTest, IsFoundByItsExactId) {
  for (const CauseInfo& row : AllCauses()) EXPECT_EQ(FindCause(row.id), row.cause);
  for (const char* id : {"", "DRIVER_MISSING", "driver_missin", "driver missing"}) {
    EXPECT_EQ(FindCause(id), std::nullopt) << id;
  }
}

TEST(CauseTest, StandsUnderACodeThatFailsAndHasAnOwner) {
  for (const CauseInfo& row : AllCauses()) {
    EXPECT_EQ(FindCode(Info(row.code).name), row.code) << row.id;
    EXPECT_FALSE(Passed(row.code)) << row.id;
    EXPECT_NE(row.owner, Owner::kNone) << row.id;
  }
}

TEST(CauseTest, TheTableIsGroupedByCodeInTheOrderOfTheCodes) {
  EXPECT_TRUE(
      std::is_sorted(AllCauses().begin(), AllCauses().end(),
                     [](const CauseInfo& a, const CauseInfo& b) { return a.code < b.code; }));
}

TEST(CauseTest, TextsAreWholeSentences) {
  for (const CauseInfo& row : AllCauses()) {
    for (const std::string_view text : {row.sentence, row.next_step}) {
      ASSERT_FALSE(text.empty()) << row.id;
      EXPECT_TRUE(text.front() >= 'A' && text.front() <= 'Z') << text;
      EXPECT_EQ(text.back(), '.') << text;
      EXPECT_EQ(text.find('\n'), std::string_view::npos) << text;
    }
    EXPECT_FALSE(row.recognized_by.empty()) << row.id;
  }
}

TEST(CauseTest, TheOnlyPlaceholderIsDetailAndStandsOnceInTheSentence) {
  constexpr std::string_view kPlaceholder = "{detail}";
  for (const CauseInfo& row : AllCauses()) {
    std::string sentence(row.sentence);
    const std::size_t place = sentence.find(kPlaceholder);
    if (place != std::string::npos) sentence.erase(place, kPlaceholder.size());
    EXPECT_EQ(sentence.find_first_of("{}"), std::string::npos) << row.sentence;
    EXPECT_EQ(row.next_step.find_first_of("{}"), std::string_view::npos) << row.next_step;
  }
}

TEST(CauseTest, NoNumberStandsTwiceUnderOneCode) {
  std::map<std::pair<Code, int>, std::string_view> seen;
  for (const CauseInfo& row : AllCauses()) {
    for (const int number : row.numbers) {
      EXPECT_GT(number, 0) << row.id;
      const auto [place, is_new] = seen.emplace(std::pair(row.code, number), row.id);
      EXPECT_TRUE(is_new) << number << " of " << row.id << " and " << place->second;
    }
  }
}

TEST(CauseTest, NumbersLeadToTheirCauseUnderTheirCodeOnly) {
  for (const CauseInfo& row : AllCauses()) {
    for (const int number : row.numbers) {
      EXPECT_EQ(CauseOfNumber(row.code, number), row.cause) << row.id;
    }
  }
  EXPECT_EQ(CauseOfNumber(Code::kGpuUnavailable, 46), Cause::kDeviceBusy);
  EXPECT_EQ(CauseOfNumber(Code::kRuntimeError, 214), Cause::kEccUncorrectable);
  EXPECT_EQ(CauseOfNumber(Code::kRuntimeError, 46), std::nullopt);
  EXPECT_EQ(CauseOfNumber(Code::kGpuUnavailable, 0), std::nullopt);
}

TEST(CauseTest, WhatIsRecognizedByANumberNamesNumbersInWords) {
  for (const CauseInfo& row : AllCauses()) {
    if (row.numbers.empty()) continue;
    EXPECT_NE(row.recognized_by.find(std::to_string(row.numbers.front())), std::string_view::npos)
        << row.id;
  }
}

TEST(CauseTest, WhatCouldNotBeCheckedIsToldApart) {
  EXPECT_EQ(Info(Cause::kDeviceBusy).certainty, Certainty::kCouldNotCheck);
  EXPECT_EQ(Info(Cause::kWorkerNotStarted).certainty, Certainty::kCouldNotCheck);
  EXPECT_EQ(Info(Cause::kEccUncorrectable).certainty, Certainty::kFault);
}

}  // namespace
}  // namespace kernodeck
