#ifndef KERNODECK_TESTS_SELFTEST_GPU_DEVICE_H_
#define KERNODECK_TESTS_SELFTEST_GPU_DEVICE_H_

#include <cstddef>
#include <cstdint>

namespace kernodeck::selftest {

// The first device through the driver alone: what a suite needs to make real faults on a real GPU
// without a toolkit and without LibTorch. Every result is the driver's own number, 0 being success.
class Device {
 public:
  // Loads the driver, holds the primary context and loads the kernels, at the first call. Throws
  // std::runtime_error where that fails.
  static Device& Get();

  int Allocate(std::size_t bytes, std::uint64_t& block) const;
  int Free(std::uint64_t block) const;
  int Read(std::uint64_t block, std::uint32_t& value) const;

  // These return as soon as the kernel is under way: what it does wrong is seen by a later call.
  int StartFill(std::uint64_t block, std::uint32_t value) const;
  int StartWildWrite() const;                   // to an address that nobody allocated
  int StartTrap() const;                        // the kernel ends itself
  int StartEndless(std::uint64_t block) const;  // until somebody writes to `block`

 private:
  Device();
  [[nodiscard]] int Start(const char* kernel, void** arguments) const;

  void* library_ = nullptr;
  void* module_ = nullptr;
};

}  // namespace kernodeck::selftest

#endif  // KERNODECK_TESTS_SELFTEST_GPU_DEVICE_H_
