// Sample 02: fixtures over LibTorch whose members live on the GPU.
//
//   cmake --build build/default --target sample_02_fixtures
//   build/default/bin/samples/sample_02_fixtures
//
// A fixture that derives from kernodeck::GpuTest has no members, no SetUp and no body without a
// working GPU, so `torch::rand(..., kCUDA)` as a member is safe. After each of its tests the device
// is synchronized: an error of a kernel fails the test that started it. A test that states nothing
// runs everywhere, and pays nothing.
#include <ATen/Functions.h>
#include <gtest/gtest.h>

#include "kernodeck/gpu_test.h"
#include "kernodeck/require.h"

namespace {

const at::TensorOptions kOnGpu = at::TensorOptions().device(at::kCUDA).dtype(at::kFloat);

// Members on the GPU, for each test anew.
class Product : public kernodeck::GpuTest {
 protected:
  at::Tensor identity_ = at::eye(64, kOnGpu);
  at::Tensor values_ = at::arange(64 * 64, kOnGpu).reshape({64, 64});
};

TEST_F(Product, WithTheIdentityChangesNothing) {
  EXPECT_TRUE(at::equal(at::matmul(values_, identity_), values_));
}

TEST_F(Product, StaysOnTheGpu) { EXPECT_TRUE(at::matmul(values_, identity_).is_cuda()); }

// Weights that are dear to make, once for the suite.
class Weights : public kernodeck::GpuTestSuite {
 protected:
  static void SetUpTestSuite() {
    GpuTestSuite::SetUpTestSuite();
    if (Ready()) weights = new at::Tensor(at::ones({1024, 1024}, kOnGpu));
  }
  static void TearDownTestSuite() {
    delete weights;
    weights = nullptr;
  }

  static inline at::Tensor* weights = nullptr;
};

TEST_F(Weights, AreOne) { EXPECT_EQ(weights->sum().item<float>(), 1024.0F * 1024.0F); }

TEST_F(Weights, AreOnTheGpu) { EXPECT_TRUE(weights->is_cuda()); }

// The explicit CPU branch: never taken in place of the GPU.
TEST(OnTheCpu, ProductIsTheSame) {
  KERNODECK_REQUIRE_CPU();
  const at::Tensor values = at::arange(64 * 64, at::kFloat).reshape({64, 64});
  EXPECT_TRUE(at::equal(at::matmul(values, at::eye(64, at::kFloat)), values));
}

TEST(Shapes, NeedNoDevice) { EXPECT_EQ(at::empty({2, 3}).numel(), 6); }

}  // namespace
