#ifndef KERNODECK_PLUGIN_PROBE_COMPUTATION_H_
#define KERNODECK_PLUGIN_PROBE_COMPUTATION_H_

#include <ATen/core/Tensor.h>

#include <array>

namespace kernodeck {

// The elements of a small result, as they were read back from its device.
using Elements = std::array<float, 4>;

// The fixed computation on one device, a step at a time. Every step may throw what LibTorch throws;
// device errors are asynchronous, and reading a result back brings them out at the step that
// caused them. Not thread-safe.
class Computation {
 public:
  explicit Computation(c10::Device device);
  ~Computation();
  Computation(const Computation&) = delete;
  Computation& operator=(const Computation&) = delete;

  // Puts both inputs on the device, requiring gradients.
  void Allocate(const float* input_a, const float* input_b);
  // C = A·B.
  void ComputeProduct();
  // loss = sum of C², and its gradients by A and B.
  void ComputeGradient();

  [[nodiscard]] const at::Tensor& product() const { return product_; }
  [[nodiscard]] const at::Tensor& loss() const { return loss_; }
  [[nodiscard]] at::Tensor gradient_a() const { return a_.grad(); }
  [[nodiscard]] at::Tensor gradient_b() const { return b_.grad(); }

  // Copies `tensor` (4 elements at most) to the host. Elements that the copy does not write, and
  // those of an undefined tensor or one of another kind, are NaN.
  [[nodiscard]] static Elements ReadBack(const at::Tensor& tensor);

 private:
  // A result that nobody wrote must not be the right one by luck or from stale memory. The CPU's
  // allocator is told to fill what it hands out, for as long as a Computation lives. The GPU's
  // hands out a block of the same size again, so such blocks are filled with NaN and given back. By
  // copies alone: a fill would be a kernel, and its failure would be charged to the wrong stage.
  void PoisonFreeBlocks() const;

  c10::Device device_;
  bool junk_fill_before_;
  at::Tensor a_;
  at::Tensor b_;
  at::Tensor product_;
  at::Tensor loss_;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_PROBE_COMPUTATION_H_
