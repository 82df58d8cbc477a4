// Covers D13: a person who checks a Python is told of torch and of the interpreter.
#include "plugin/diagnosis/python_wording.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

TEST(PythonWordingTest, NoTextSpeaksOfLibTorchAndNothingElseChanges) {
  for (const CauseInfo& row : AllCauses()) {
    for (const std::optional<Cause> cause : {std::optional(row.cause), std::optional<Cause>()}) {
      const Verdict before = MakeVerdict(row.code, cause, Stage::kImport, "libx.so");
      const Verdict after = InWordsForPython(before);
      EXPECT_EQ((after.message + after.next_step).find("LibTorch"), std::string::npos)
          << after.message;
      EXPECT_EQ(after.code, before.code);
      EXPECT_EQ(after.cause, before.cause);
      EXPECT_EQ(after.owner, before.owner);
      if ((before.message + before.next_step).find("LibTorch") == std::string::npos) {
        EXPECT_EQ(after.message, before.message);
      }
    }
  }
}

TEST(PythonWordingTest, WhatIsMissingIsTorchAndNotAFolder) {
  const Verdict verdict =
      InWordsForPython(MakeVerdict(Code::kTorchMissing, Cause::kNotFound, Stage::kImport));
  EXPECT_EQ(verdict.message, "This Python has no torch.");
  EXPECT_EQ(verdict.next_step.find("--libtorch"), std::string::npos);
  const Verdict hung =
      InWordsForPython(MakeVerdict(Code::kTimeout, Cause::kHangLibrarySearch, Stage::kImport));
  EXPECT_EQ(hung.message.find("Looking at this Python's interpreter did not end"), 0U);
  EXPECT_EQ(hung.next_step.find("--libtorch"), std::string::npos);
  const Verdict failed =
      InWordsForPython(MakeVerdict(Code::kTorchImportFailed, std::nullopt, Stage::kImport));
  EXPECT_EQ(failed.message, "torch is there, and loading it fails.");
}

}  // namespace
}  // namespace kernodeck
