// G17, D14: a second diagnosis says whose the failures are, and "could not check" blames nobody.
#include "plugin/core/after_check.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

TEST(AfterCheck, AHealthyMachineLeavesTheCode) {
  const Verdict fine = MakeVerdict(Code::kGpuCheckPassed, {}, Stage::kComplete);
  EXPECT_EQ(OwnerAfterCheck(fine), Owner::kCode);
  EXPECT_EQ(AfterCheckText(fine, "the failure of A.B is"),
            "after-check: GPU_CHECK_PASSED: the machine is fine, so the failure of A.B is the "
            "code's (owner code).");
}

TEST(AfterCheck, ABrokenMachineIsToBlame) {
  const Verdict broken = MakeVerdict(Code::kRuntimeError, {}, Stage::kProduct);
  EXPECT_EQ(OwnerAfterCheck(broken), Owner::kMachine);
  EXPECT_EQ(AfterCheckText(broken, "the failure of A.B is"),
            "after-check: RUNTIME_ERROR: " + broken.message +
                " The machine broke during the run (owner machine).");
}

TEST(AfterCheck, WhatCouldNotBeCheckedBlamesNobody) {
  for (const Verdict& unchecked :
       {MakeVerdict(Code::kTimeout, {}, Stage::kImport),
        MakeVerdict(Code::kGpuUnavailable, Cause::kDeviceBusy, Stage::kDevice),
        MakeVerdict(Code::kWorkerFailed, Cause::kCommandUnusable, Stage::kImport, "it is gone")}) {
    EXPECT_EQ(OwnerAfterCheck(unchecked), Owner::kUnknown) << unchecked.message;
    EXPECT_NE(AfterCheckText(unchecked, "it is").find("could not be checked again"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace kernodeck
