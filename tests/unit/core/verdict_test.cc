// Covers C1 and C7: a verdict takes its texts and owner from the tables, and never guesses.
#include "kernodeck/verdict.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

TEST(VerdictTest, WithACauseSpeaksItsWords) {
  const Verdict verdict = MakeVerdict(Code::kGpuUnavailable, Cause::kDriverMissing, Stage::kDevice);
  const CauseInfo& row = Info(Cause::kDriverMissing);
  EXPECT_EQ(verdict.code, Code::kGpuUnavailable);
  EXPECT_EQ(verdict.cause, Cause::kDriverMissing);
  EXPECT_EQ(verdict.stage, Stage::kDevice);
  EXPECT_EQ(verdict.owner, row.owner);
  EXPECT_EQ(verdict.message, row.sentence);
  EXPECT_EQ(verdict.next_step, row.next_step);
  EXPECT_EQ(ExitStatus(verdict), 6);
}

TEST(VerdictTest, WithoutACauseSpeaksTheCodesWords) {
  const Verdict verdict = MakeVerdict(Code::kTimeout, std::nullopt, Stage::kProduct);
  EXPECT_EQ(verdict.cause, std::nullopt);
  EXPECT_EQ(verdict.owner, Info(Code::kTimeout).owner);
  EXPECT_EQ(verdict.message, Info(Code::kTimeout).sentence);
  EXPECT_EQ(verdict.next_step, Info(Code::kTimeout).next_step);
  EXPECT_EQ(ExitStatus(verdict), 10);
}

TEST(VerdictTest, TheDetailTakesThePlaceThatTheSentenceHasForIt) {
  const Verdict verdict = MakeVerdict(Code::kTorchImportFailed, Cause::kMissingDependency,
                                      Stage::kImport, "libgomp.so.1");
  EXPECT_EQ(verdict.message, "A library that LibTorch needs was not found: libgomp.so.1.");
}

TEST(VerdictTest, AnUnknownDetailIsSaidToBeUnknown) {
  const Verdict verdict =
      MakeVerdict(Code::kTorchImportFailed, Cause::kMissingDependency, Stage::kImport);
  EXPECT_EQ(verdict.message, "A library that LibTorch needs was not found: not known.");
}

TEST(VerdictTest, WhereTheSentenceHasNoPlaceTheDetailStandsAtItsEnd) {
  const Verdict verdict =
      MakeVerdict(Code::kWorkerFailed, std::nullopt, Stage::kGradient, "signal 11");
  EXPECT_EQ(verdict.message, "The worker ended without a usable report (signal 11).");
}

TEST(VerdictTest, NoVerdictOfTheTablesShowsAPlaceholder) {
  for (const CauseInfo& row : AllCauses()) {
    for (const char* detail : {"", "x"}) {
      const Verdict verdict = MakeVerdict(row.code, row.cause, Stage::kImport, detail);
      EXPECT_EQ(verdict.message.find_first_of("{}"), std::string::npos) << verdict.message;
      EXPECT_EQ(verdict.message.back(), '.') << verdict.message;
    }
  }
}

TEST(VerdictTest, OfAPassHasNoOwnerAndExitsWithZero) {
  const Verdict verdict = MakeVerdict(Code::kGpuCheckPassed, std::nullopt, Stage::kComplete);
  EXPECT_EQ(verdict.owner, Owner::kNone);
  EXPECT_EQ(ExitStatus(verdict), 0);
}

// Nothing set is a failure: a verdict that was never made must not pass.
TEST(VerdictTest, ADefaultVerdictFails) {
  EXPECT_FALSE(Passed(Verdict{}.code));
  EXPECT_NE(ExitStatus(Verdict{}), 0);
}

}  // namespace
}  // namespace kernodeck
