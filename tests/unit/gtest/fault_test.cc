// Covers G3: which verdicts the policy skip covers: those of a machine that has no GPU, or none
// that LibTorch can use.
#include "plugin/gtest/fault.h"

#include <gtest/gtest.h>

#include <set>

namespace kernodeck {
namespace {

TEST(SkipCovers, MachinesWithoutAGpuAndNoBrokenOnes) {
  const std::set<Code> covered = {Code::kTorchMissing, Code::kGpuBackendAbsent,
                                  Code::kGpuUnavailable, Code::kDeviceIndexInvalid};
  for (const CodeInfo& row : AllCodes()) {
    EXPECT_EQ(SkipCovers(row.code), covered.count(row.code) == 1) << row.name;
  }
}

}  // namespace
}  // namespace kernodeck
