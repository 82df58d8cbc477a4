// Covers G16 and G3: the code in the first line, no blank line, no line that begins with `[`; the
// line to type on a machine without a GPU stands last.
#include "plugin/gtest/fault_text.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

const FailureCharge kCharge = {Code::kRuntimeError, Cause::kStickyContextError, Stage::kApplication,
                               Owner::kCode};

TEST(FailedDiagnosis, SaysAllAndEndsWithWhatToType) {
  const Verdict verdict = MakeVerdict(Code::kGpuUnavailable, Cause::kDriverMissing, Stage::kDevice);
  EXPECT_EQ(FailedDiagnosis(verdict, "KERNODECK_POLICY=skip ./t"),
            "GPU_UNAVAILABLE: No NVIDIA driver library (libcuda.so.1) was found in this "
            "environment.\n"
            "stage device, cause driver_missing, owner machine\n"
            "next step: " +
                verdict.next_step +
                "\n"
                "on a machine that is to have no GPU, skip these tests:\n"
                "KERNODECK_POLICY=skip ./t");
}

TEST(FailedDiagnosis, OffersNoSkipWhereThereIsNone) {
  const Verdict verdict = MakeVerdict(Code::kTimeout, std::nullopt, Stage::kProduct);
  EXPECT_EQ(FailedDiagnosis(verdict, ""),
            "TIMEOUT: " + verdict.message +
                "\nstage product, owner unknown\nnext step: " + verdict.next_step);
}

TEST(SkippedDiagnosis, BearsTheCode) {
  const Verdict verdict = MakeVerdict(Code::kTorchMissing, Cause::kNotFound, Stage::kImport);
  EXPECT_EQ(SkippedDiagnosis(verdict),
            "TORCH_MISSING: " + verdict.message + "\nskipped, as the policy asks");
}

TEST(NotRun, NamesTheFirst) {
  EXPECT_EQ(NotRun(kCharge, {"A", "B"}), "not run: RUNTIME_ERROR, see A.B");
}

TEST(DeviceError, NamesTheNumber) {
  EXPECT_EQ(FirstLine(DeviceError(kCharge, 700, 1, "at the end"))
                .find("RUNTIME_ERROR: device 1 gave error 700 (CUDA_ERROR_ILLEGAL_ADDRESS: "),
            0U);
  EXPECT_EQ(DeviceError(kCharge, 123456, 0, "then"),
            "RUNTIME_ERROR: device 0 gave error 123456 then.\n"
            "stage application, cause sticky_context_error, owner code");
}

TEST(OneBlock, LeavesNothingThatCutsIt) {
  EXPECT_EQ(OneBlock("a\n\n[b]\r\n   \nc \n\n"), "a\n [b]\nc");
  EXPECT_EQ(OneBlock("[ FAILED ]"), " [ FAILED ]");
  EXPECT_EQ(OneBlock("\n\n"), "");
  EXPECT_EQ(OneBlock(""), "");
}

TEST(Said, LeavesOutGoogleTestsOwnWord) {
  EXPECT_EQ(Said("Failed\nno table"), "no table");
  EXPECT_EQ(Said("Failed"), "Failed");
  EXPECT_EQ(Said("Expected"), "Expected");
}

TEST(FirstLine, EndsBeforeTheNewline) {
  EXPECT_EQ(FirstLine("a\nb"), "a");
  EXPECT_EQ(FirstLine("a"), "a");
}

// Every code and cause makes texts of that form.
TEST(Texts, AllKeepTheForm) {
  for (const CauseInfo& row : AllCauses()) {
    const Verdict verdict = MakeVerdict(row.code, row.cause, Stage::kImport, "x");
    for (const std::string& text :
         {FailedDiagnosis(verdict, "KERNODECK_POLICY=skip ./t"), SkippedDiagnosis(verdict)}) {
      EXPECT_EQ(text.find(Info(row.code).name), 0U) << text;
      EXPECT_EQ(text.find("\n\n"), std::string::npos) << text;
      EXPECT_EQ(text.find("\n["), std::string::npos) << text;
      EXPECT_NE(text.back(), '\n') << text;
    }
  }
}

}  // namespace
}  // namespace kernodeck
