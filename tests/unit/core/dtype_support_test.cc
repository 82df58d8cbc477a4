// Covers G1: which devices compute with which types natively.
#include "plugin/core/dtype_support.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace kernodeck {
namespace {

struct CudaCase {
  Dtype dtype;
  VersionNumber last_without;
  VersionNumber first_with;
};

TEST(DtypeSupportTest, OfCudaBeginsWithACapability) {
  for (const CudaCase& each : std::vector<CudaCase>{{Dtype::kFloat16, {5, 2}, {5, 3}},
                                                    {Dtype::kBFloat16, {7, 5}, {8, 0}},
                                                    {Dtype::kTF32, {7, 5}, {8, 0}},
                                                    {Dtype::kFloat8E4M3Fn, {8, 7}, {8, 9}},
                                                    {Dtype::kFloat8E5M2, {8, 7}, {8, 9}},
                                                    {Dtype::kFloat4E2M1, {9, 0}, {10, 0}},
                                                    {Dtype::kInt8, {6, 0}, {6, 1}}}) {
    EXPECT_FALSE(CudaComputesWith(each.dtype, each.last_without)) << Name(each.dtype);
    EXPECT_TRUE(CudaComputesWith(each.dtype, each.first_with)) << Name(each.dtype);
    EXPECT_TRUE(CudaComputesWith(each.dtype, {12, 1})) << Name(each.dtype);
  }
  EXPECT_TRUE(CudaComputesWith(Dtype::kFloat64, {3, 5}));
  EXPECT_TRUE(CudaComputesWith(Dtype::kFloat32, {3, 5}));
  EXPECT_FALSE(CudaComputesWith(Dtype::kFloat8E4M3Fnuz, {12, 1}));
  EXPECT_FALSE(CudaComputesWith(Dtype::kFloat8E5M2Fnuz, {12, 1}));
}

struct RocmCase {
  Dtype dtype;
  std::vector<std::string> with;
  std::vector<std::string> without;
};

TEST(DtypeSupportTest, OfRocmIsAListOfArchitectures) {
  for (const RocmCase& each : std::vector<RocmCase>{
           {Dtype::kFloat64, {"gfx803", "gfx90a", "gfx1201"}, {}},
           {Dtype::kFloat32, {"gfx803", "gfx90a", "gfx1201"}, {}},
           {Dtype::kTF32, {"gfx942"}, {"gfx90a", "gfx950", "gfx1100"}},
           {Dtype::kFloat16, {"gfx900", "gfx1030", "gfx1201"}, {"gfx803"}},
           {Dtype::kBFloat16, {"gfx908", "gfx90a", "gfx1100"}, {"gfx906", "gfx1030"}},
           {Dtype::kFloat8E4M3Fn, {"gfx950", "gfx1200"}, {"gfx90a", "gfx942", "gfx1100"}},
           {Dtype::kFloat8E5M2, {"gfx950", "gfx1200"}, {"gfx90a", "gfx942", "gfx1100"}},
           {Dtype::kFloat8E4M3Fnuz, {"gfx940", "gfx942"}, {"gfx90a", "gfx950", "gfx1200"}},
           {Dtype::kFloat8E5M2Fnuz, {"gfx941", "gfx942"}, {"gfx90a", "gfx950", "gfx1200"}},
           {Dtype::kFloat4E2M1, {"gfx950"}, {"gfx942", "gfx1201"}},
           {Dtype::kInt8, {"gfx906", "gfx1030", "gfx1100"}, {"gfx900", "gfx1010"}}}) {
    for (const std::string& arch : each.with) {
      EXPECT_TRUE(RocmComputesWith(each.dtype, arch)) << Name(each.dtype) << " on " << arch;
    }
    for (const std::string& arch : each.without) {
      EXPECT_FALSE(RocmComputesWith(each.dtype, arch)) << Name(each.dtype) << " on " << arch;
    }
  }
  EXPECT_FALSE(RocmComputesWith(Dtype::kFloat32, ""));
}

TEST(DtypeSupportTest, NamesAreLibTorchs) {
  EXPECT_EQ(Name(Dtype::kFloat64), "float64");
  EXPECT_EQ(Name(Dtype::kBFloat16), "bfloat16");
  EXPECT_EQ(Name(Dtype::kFloat8E5M2Fnuz), "float8_e5m2fnuz");
  EXPECT_EQ(Name(Dtype::kInt8), "int8");
}

}  // namespace
}  // namespace kernodeck
