// C1, C7, D14: every code and cause is explained from its one table, with whether it is bad or
// could not be checked.
#include "plugin/cli/explanation.h"

#include <gtest/gtest.h>

#include <sstream>

namespace kernodeck {
namespace {

std::string OneSpaced(const std::string& text) {
  std::istringstream stream(text);
  std::string joined;
  for (std::string word; stream >> word;) joined += (joined.empty() ? "" : " ") + word;
  return joined;
}

bool Holds(const std::string& text, std::string_view wanted) {
  return OneSpaced(text).find(OneSpaced(std::string(wanted))) != std::string::npos;
}

TEST(ExplainCode, HoldsItsRowAndItsCauses) {
  for (const CodeInfo& row : AllCodes()) {
    const std::string text = ExplainCode(row.code);
    EXPECT_EQ(text.substr(0, text.find('\n')), row.name);
    EXPECT_TRUE(Holds(text, row.sentence)) << text;
    EXPECT_TRUE(Holds(text, row.next_step)) << text;
    EXPECT_TRUE(Holds(text, "exit status " + std::to_string(row.exit_status) + " owner")) << text;
    for (const CauseInfo& cause : AllCauses()) {
      EXPECT_EQ(text.find("\n  " + std::string(cause.id) + "\n") != std::string::npos,
                cause.code == row.code)
          << row.name << " " << cause.id;
    }
  }
}

TEST(ExplainCause, HoldsItsRow) {
  for (const CauseInfo& row : AllCauses()) {
    const std::string text = ExplainCause(row.cause);
    EXPECT_EQ(text.substr(0, text.find('\n')), row.id);
    EXPECT_TRUE(Holds(text, row.recognized_by)) << text;
    EXPECT_TRUE(Holds(text, row.next_step)) << text;
    EXPECT_TRUE(Holds(text, Info(row.code).name)) << text;
    EXPECT_EQ(Holds(text, "could not be checked; nothing is known to be bad"),
              row.certainty == Certainty::kCouldNotCheck)
        << text;
    EXPECT_EQ(text.find("{detail}"), std::string::npos) << text;
  }
}

TEST(ExplainCudaError, LeadsToTheCauseOfItsNumber) {
  EXPECT_TRUE(Holds(*Explain("802"), "CUDA_ERROR_SYSTEM_NOT_READY"));
  EXPECT_TRUE(Holds(*Explain("802"), "fabric_not_ready code GPU_UNAVAILABLE"));
  EXPECT_TRUE(Holds(*Explain("46"), "device_busy code GPU_UNAVAILABLE"));
  EXPECT_TRUE(Holds(*Explain("214"), "ecc_uncorrectable code RUNTIME_ERROR"));
  EXPECT_TRUE(Holds(*Explain("35"), "driver_too_old code GPU_UNAVAILABLE"));
}

TEST(ExplainCudaError, NamesBothCodesWhereTheCallDecides) {
  EXPECT_TRUE(Holds(*Explain("1"), "init or count GPU_UNAVAILABLE, exit status 6; no cause"));
  EXPECT_TRUE(Holds(*Explain("1"), "a later call RUNTIME_ERROR, exit status 9; no cause"));
  EXPECT_TRUE(Holds(*Explain("802"), "init or count GPU_UNAVAILABLE, exit status 6; fabric_not"));
  EXPECT_TRUE(Holds(*Explain("802"), "a later call RUNTIME_ERROR, exit status 9; no cause"));
  EXPECT_TRUE(Holds(*Explain("2"), "a later call OUT_OF_MEMORY, exit status 9"));
  EXPECT_TRUE(Holds(*Explain("0"), "nothing failed"));
}

TEST(Explain, FindsEveryNumber) {
  for (const CudaError& error : AllCudaErrors()) {
    EXPECT_TRUE(Explain(std::to_string(error.number)).has_value()) << error.number;
    EXPECT_EQ(Explain(error.name), Explain(std::to_string(error.number))) << error.name;
  }
}

TEST(Explain, DoesNotMindTheCase) {
  EXPECT_EQ(Explain("gpu_Unavailable"), ExplainCode(Code::kGpuUnavailable));
  EXPECT_EQ(Explain("DRIVER_MISSING"), ExplainCause(Cause::kDriverMissing));
}

TEST(Explain, KnowsNothingElse) {
  for (const char* name : {"", "gpu", "-1", "5000", "802x", "99999999999999999999", "\xff"}) {
    EXPECT_EQ(Explain(name), std::nullopt) << name;
  }
}

TEST(ExplainAll, ListsEveryName) {
  for (const std::string_view name : ExplainableNames()) {
    EXPECT_NE(ExplainAll().find(name), std::string::npos) << name;
  }
}

TEST(Explanations, FitAHundredColumns) {
  std::string all = ExplainAll();
  for (const CodeInfo& row : AllCodes()) all += ExplainCode(row.code);
  for (const CudaError& error : AllCudaErrors()) all += ExplainCudaError(error);
  std::istringstream lines(all);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100U) << line;
}

}  // namespace
}  // namespace kernodeck
