// Covers G1: the words and the order of what a requirement may ask about.
#include "kernodeck/gpu.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

TEST(GpuTest, BackendsAreSpelledAsInReports) {
  EXPECT_EQ(Name(GpuBackend::kCuda), "cuda");
  EXPECT_EQ(Name(GpuBackend::kRocm), "rocm");
}

TEST(GpuTest, VersionsAreOrderedByTheirParts) {
  EXPECT_LT((VersionNumber{9, 0}), (VersionNumber{10, 0}));
  EXPECT_LT((VersionNumber{8, 6}), (VersionNumber{8, 9}));
  EXPECT_FALSE((VersionNumber{12, 0}) < (VersionNumber{11, 8}));
  EXPECT_EQ((VersionNumber{8, 0}), (VersionNumber{8, 0}));
  EXPECT_EQ(ToString(VersionNumber{12, 10}), "12.10");
}

}  // namespace
}  // namespace kernodeck
