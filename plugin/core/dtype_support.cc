#include "plugin/core/dtype_support.h"

#include <algorithm>
#include <array>
#include <string>

namespace kernodeck {
namespace {

// Above every compute capability: no CUDA device has it.
constexpr VersionNumber kNever{1'000'000, 0};

struct Row {
  Dtype dtype;
  std::string_view name;
  VersionNumber cuda;     // the first compute capability with it
  std::string_view rocm;  // the architectures with it, each by how its name begins
};

// CUDA: the CUDA C++ Programming Guide, "Arithmetic Instructions" and "Tensor Cores" of each
// compute capability, and PTX ISA, `mma` (fp8 from sm_89, fp4 from sm_100, dp4a from sm_61).
// ROCm: "Data types and precision support" of AMD's documentation, and the ISA manuals: matrix
// instructions of CDNA (gfx908 to gfx950), WMMA of RDNA 3 and 4 (gfx11, gfx12). TF32 is in MI300
// (gfx940 to gfx942) only, which has the fnuz kinds of fp8; gfx950 and RDNA 4 have OCP's.
constexpr std::array<Row, 11> kTable = {{
    {Dtype::kFloat64, "float64", {1, 3}, "gfx"},
    {Dtype::kFloat32, "float32", {1, 0}, "gfx"},
    {Dtype::kTF32, "TF32", {8, 0}, "gfx940 gfx941 gfx942"},
    {Dtype::kFloat16, "float16", {5, 3}, "gfx9 gfx10 gfx11 gfx12"},
    {Dtype::kBFloat16, "bfloat16", {8, 0}, "gfx908 gfx90a gfx940 gfx941 gfx942 gfx950 gfx11 gfx12"},
    {Dtype::kFloat8E4M3Fn, "float8_e4m3fn", {8, 9}, "gfx950 gfx12"},
    {Dtype::kFloat8E5M2, "float8_e5m2", {8, 9}, "gfx950 gfx12"},
    {Dtype::kFloat8E4M3Fnuz, "float8_e4m3fnuz", kNever, "gfx940 gfx941 gfx942"},
    {Dtype::kFloat8E5M2Fnuz, "float8_e5m2fnuz", kNever, "gfx940 gfx941 gfx942"},
    {Dtype::kFloat4E2M1, "float4_e2m1fn", {10, 0}, "gfx950"},
    {Dtype::kInt8,
     "int8",
     {6, 1},
     "gfx906 gfx908 gfx90a gfx940 gfx941 gfx942 gfx950 gfx1011 gfx1012 gfx103 gfx11 gfx12"},
}};

const Row& RowOf(Dtype dtype) { return kTable.at(static_cast<std::size_t>(dtype)); }

}  // namespace

std::string Name(Dtype dtype) { return std::string(RowOf(dtype).name); }

bool CudaComputesWith(Dtype dtype, VersionNumber compute_capability) {
  return !(compute_capability < RowOf(dtype).cuda);
}

bool RocmComputesWith(Dtype dtype, std::string_view arch) {
  const std::string_view list = RowOf(dtype).rocm;
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find(' ', begin), list.size());
    if (arch.starts_with(list.substr(begin, end - begin))) return true;
    begin = end + 1;
  }
  return false;
}

}  // namespace kernodeck
