// Faults of a GPU as LibTorch shows them: an index out of range, which is an assertion on the
// device that the host does not see at once, and more memory than there is, which is a typed
// exception.
#include <ATen/Functions.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "kernodeck/gpu_test.h"

namespace {

const at::TensorOptions kOnGpu = at::TensorOptions().device(at::kCUDA).dtype(at::kFloat);

void UseTheDevice() { EXPECT_EQ(at::arange(8, kOnGpu).sum().item<float>(), 28.0F); }

std::string Number(const testing::TestParamInfo<int>& test) {
  return "Test" + std::to_string(test.param);
}

class DeviceAssert : public kernodeck::GpuTest, public testing::WithParamInterface<int> {};

TEST_P(DeviceAssert, OfTen) {
  UseTheDevice();
  if (GetParam() == 3) {
    const at::Tensor index = at::full({1}, 1000, kOnGpu.dtype(at::kLong));
    at::index_select(at::arange(8, kOnGpu), 0, index);
  }
}
INSTANTIATE_TEST_SUITE_P(Ten, DeviceAssert, testing::Range(1, 11), Number);

class Memory : public kernodeck::GpuTest {};

TEST_F(Memory, MoreThanThereIs) { at::empty({std::int64_t{1} << 44U}, kOnGpu); }

TEST_F(Memory, AfterThat) { UseTheDevice(); }

class Shapes : public kernodeck::GpuTest {};

TEST_F(Shapes, DoNotFit) { at::matmul(at::ones({2, 3}, kOnGpu), at::ones({2, 3}, kOnGpu)); }

}  // namespace
