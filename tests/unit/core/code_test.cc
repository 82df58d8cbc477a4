// Covers C1: the one table of codes, and the exit statuses that are public.
#include "kernodeck/code.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace kernodeck {
namespace {

// Written a second time on purpose: these are public, and a change of the table must fail here.
const std::map<std::string_view, int>& PublicExitStatuses() {
  static const std::map<std::string_view, int> statuses = {
      {"GPU_CHECK_PASSED", 0},     {"CPU_CHECK_PASSED", 0},   {"TORCH_MISSING", 3},
      {"TORCH_IMPORT_FAILED", 4},  {"GPU_BACKEND_ABSENT", 5}, {"GPU_UNAVAILABLE", 6},
      {"DEVICE_INDEX_INVALID", 7}, {"CHECK_FAILED", 8},       {"OUT_OF_MEMORY", 9},
      {"RUNTIME_ERROR", 9},        {"TIMEOUT", 10},           {"WORKER_FAILED", 11},
      {"OUTPUT_WRITE_FAILED", 12},
  };
  return statuses;
}

TEST(CodeTest, NamesAndExitStatusesAreThePublicOnes) {
  std::map<std::string_view, int> statuses;
  for (const CodeInfo& row : AllCodes()) statuses[row.name] = row.exit_status;
  EXPECT_EQ(statuses, PublicExitStatuses());
  EXPECT_EQ(AllCodes().size(), PublicExitStatuses().size());
}

TEST(CodeTest, NoCodeHasTheStatusOfAnotherThing) {
  for (const CodeInfo& row : AllCodes()) {
    EXPECT_NE(row.exit_status, kExitTestFailure) << row.name;
    EXPECT_NE(row.exit_status, kExitUsage) << row.name;
  }
}

TEST(CodeTest, RowsStandAtTheirEnumerators) {
  for (std::size_t i = 0; i < AllCodes().size(); ++i) {
    const CodeInfo& row = AllCodes()[i];
    EXPECT_EQ(static_cast<std::size_t>(row.code), i) << row.name;
    EXPECT_EQ(&Info(row.code), &row) << row.name;
  }
}

TEST(CodeTest, IsFoundByItsExactName) {
  for (const CodeInfo& row : AllCodes()) EXPECT_EQ(FindCode(row.name), row.code);
  for (const char* name : {"", "gpu_check_passed", "GPU_CHECK_PASSED ", "TORCH"}) {
    EXPECT_EQ(FindCode(name), std::nullopt) << name;
  }
}

TEST(CodeTest, TextsAreWholeSentences) {
  for (const CodeInfo& row : AllCodes()) {
    for (const std::string_view text : {row.sentence, row.next_step}) {
      ASSERT_FALSE(text.empty()) << row.name;
      EXPECT_TRUE(text.front() >= 'A' && text.front() <= 'Z') << text;
      EXPECT_EQ(text.back(), '.') << text;
      EXPECT_EQ(text.find('\n'), std::string_view::npos) << text;
    }
  }
}

TEST(CodeTest, OnlyThePassingCodesPassAndHaveNoOwner) {
  for (const CodeInfo& row : AllCodes()) {
    EXPECT_EQ(Passed(row.code), row.exit_status == 0) << row.name;
    EXPECT_EQ(row.owner == Owner::kNone, row.exit_status == 0) << row.name;
  }
  EXPECT_TRUE(Passed(Code::kGpuCheckPassed));
  EXPECT_TRUE(Passed(Code::kCpuCheckPassed));
  EXPECT_FALSE(Passed(Code::kTimeout));
}

TEST(CodeTest, AnchorsAreTheNamesInLowerCase) {
  EXPECT_EQ(DocumentationAnchor(Code::kGpuUnavailable), "gpu_unavailable");
  std::set<std::string> anchors;
  for (const CodeInfo& row : AllCodes()) anchors.insert(DocumentationAnchor(row.code));
  EXPECT_EQ(anchors.size(), AllCodes().size());
}

}  // namespace
}  // namespace kernodeck
