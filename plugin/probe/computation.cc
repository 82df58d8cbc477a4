#include "plugin/probe/computation.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/matmul.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/sum.h>
#include <c10/util/Flags.h>

#include <limits>
#include <vector>

C10_DECLARE_bool(caffe2_cpu_allocator_do_junk_fill);

namespace kernodeck {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr Elements kPoison = {kNan, kNan, kNan, kNan};
// More blocks than one step takes: results, their gradients and temporaries.
constexpr int kPoisonedBlocks = 12;

at::Tensor HostMatrix(const float* elements) {
  // from_blob wants a pointer to non-const; nothing writes through it.
  return at::from_blob(const_cast<float*>(elements), {2, 2}, at::TensorOptions(at::kFloat));
}

at::Tensor DeviceMatrix(const float* elements, c10::Device device) {
  at::Tensor matrix = at::empty({2, 2}, at::TensorOptions(at::kFloat).device(device));
  matrix.copy_(HostMatrix(elements));
  return matrix;
}

}  // namespace

Computation::Computation(c10::Device device)
    : device_(device), junk_fill_before_(FLAGS_caffe2_cpu_allocator_do_junk_fill) {
  // LibTorch's own pattern for it, 0x7FEDBEEF, is a NaN.
  FLAGS_caffe2_cpu_allocator_do_junk_fill = true;
}

Computation::~Computation() { FLAGS_caffe2_cpu_allocator_do_junk_fill = junk_fill_before_; }

void Computation::PoisonFreeBlocks() const {
  if (device_.is_cpu()) return;
  std::vector<at::Tensor> blocks;
  blocks.reserve(kPoisonedBlocks);
  for (int i = 0; i < kPoisonedBlocks; ++i) {
    blocks.push_back(DeviceMatrix(kPoison.data(), device_));
  }
}

void Computation::Allocate(const float* input_a, const float* input_b) {
  PoisonFreeBlocks();
  a_ = DeviceMatrix(input_a, device_);
  b_ = DeviceMatrix(input_b, device_);
  a_.requires_grad_(true);
  b_.requires_grad_(true);
}

void Computation::ComputeProduct() {
  PoisonFreeBlocks();
  product_ = at::matmul(a_, b_);
}

void Computation::ComputeGradient() {
  PoisonFreeBlocks();
  loss_ = at::sum(at::mul(product_, product_));
  loss_.backward();
}

Elements Computation::ReadBack(const at::Tensor& tensor) {
  Elements elements = kPoison;
  if (!tensor.defined() || tensor.scalar_type() != at::kFloat || tensor.numel() > 4)
    return elements;
  at::from_blob(elements.data(), tensor.sizes(), at::TensorOptions(at::kFloat))
      .copy_(tensor.detach());
  return elements;
}

}  // namespace kernodeck
