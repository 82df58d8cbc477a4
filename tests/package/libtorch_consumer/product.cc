// A product on the CPU, and whether the GPU library is mapped although no symbol of it is used.
#include <ATen/core/Tensor.h>
#include <ATen/ops/matmul.h>
#include <ATen/ops/tensor.h>

#include <fstream>
#include <iostream>
#include <string>

int main() {
  const at::Tensor a = at::tensor({1.0F, 2.0F, 3.0F, 4.0F}).reshape({2, 2});
  const at::Tensor b = at::tensor({2.0F, 0.0F, 1.0F, 2.0F}).reshape({2, 2});
  const at::Tensor product = at::matmul(a, b).contiguous();
  for (int i = 0; i < 4; ++i) std::cout << product.data_ptr<float>()[i] << ' ';
  std::ifstream maps("/proc/self/maps");
  bool gpu = false;
  for (std::string line; std::getline(maps, line);) {
    gpu = gpu || line.find("/libtorch_cuda.so") != std::string::npos ||
          line.find("/libtorch_hip.so") != std::string::npos;
  }
  std::cout << (gpu ? "gpu library mapped" : "no gpu library mapped") << '\n';
}
