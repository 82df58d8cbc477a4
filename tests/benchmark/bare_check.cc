// The comparison for rule P1: what a careful person would write by hand. The same stages as the
// diagnosis, in one process, without isolation, driver check or report, ended the ordinary way.
// Usage: bare_check [cpu|cuda:N].
#include <ATen/core/Tensor.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/matmul.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/sum.h>
#include <torch/cuda.h>

#include <array>
#include <cstdio>
#include <string>

#include "plugin/core/fixed_computation.h"

namespace {

at::Tensor OnDevice(kernodeck::Matrix2x2 elements, c10::Device device) {
  return at::from_blob(elements.data(), {2, 2}, at::TensorOptions(at::kFloat))
      .clone()
      .to(device)
      .requires_grad_(true);
}

bool Equals(const at::Tensor& tensor, const kernodeck::Matrix2x2& expected) {
  const at::Tensor host = tensor.detach().to(c10::kCPU).contiguous();
  const float* const got = host.data_ptr<float>();
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (got[i] != expected[i]) return false;
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  const c10::Device device(argc > 1 ? std::string(argv[1]) : std::string("cuda:0"));
  if (device.is_cuda() &&
      (!torch::cuda::is_available() || device.index() >= torch::cuda::device_count())) {
    std::puts("no such GPU");
    return 6;
  }
  const at::Tensor a = OnDevice(kernodeck::kInputA, device);
  const at::Tensor b = OnDevice(kernodeck::kInputB, device);
  const at::Tensor product = at::matmul(a, b);
  if (!Equals(product, kernodeck::kExpectedProduct)) return 8;
  const at::Tensor loss = at::sum(at::mul(product, product));
  loss.backward();
  const bool right = loss.item<float>() == kernodeck::kExpectedLoss &&
                     Equals(a.grad(), kernodeck::kExpectedGradientA) &&
                     Equals(b.grad(), kernodeck::kExpectedGradientB);
  if (device.is_cuda()) torch::cuda::synchronize(device.index());
  std::puts(right ? "passed" : "wrong value");
  return right ? 0 : 8;
}
