// Covers D4 and D16.
#include "plugin/probe/computation.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/full.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plugin/core/fixed_computation.h"

namespace kernodeck {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::IsNan;

TEST(ComputationTest, RequiresGradientsOfBothInputs) {
  Computation computation(c10::kCPU);
  computation.Allocate(kInputA.data(), kInputB.data());
  EXPECT_FALSE(computation.gradient_a().defined()) << "nothing computed yet";
  computation.ComputeProduct();
  EXPECT_TRUE(computation.product().requires_grad());
  computation.ComputeGradient();
  EXPECT_TRUE(computation.gradient_a().defined());
  EXPECT_TRUE(computation.gradient_b().defined());
  EXPECT_EQ(computation.loss().dim(), 0);
}

TEST(ComputationTest, ReadsBackEveryElementOrNan) {
  const at::Tensor whole = at::full({2, 2}, 7.0F);
  EXPECT_THAT(Computation::ReadBack(whole), Each(7.0F));
  const Elements one = Computation::ReadBack(at::full({}, 3.0F));
  EXPECT_EQ(one[0], 3.0F);
  EXPECT_THAT(one[1], IsNan()) << "what is not written stays poisoned";
  EXPECT_THAT(Computation::ReadBack(at::Tensor()), Each(IsNan()));
  EXPECT_THAT(Computation::ReadBack(at::full({5}, 1.0F)), Each(IsNan())) << "too many";
  EXPECT_THAT(Computation::ReadBack(at::full({2, 2}, 1.0, at::kDouble)), Each(IsNan()));
}

// What nobody has written yet is NaN, and not an earlier run's results.
TEST(ComputationTest, PoisonsWhateverTheAllocatorHandsOut) {
  const Computation computation(c10::kCPU);
  for (int i = 0; i < 10; ++i) {
    EXPECT_THAT(Computation::ReadBack(at::empty({2, 2})), Each(IsNan()));
    const at::Tensor stale = at::full({2, 2}, 4.0F);
  }
}

}  // namespace
}  // namespace kernodeck
