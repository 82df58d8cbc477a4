#ifndef KERNODECK_TESTS_FAULT_FAKE_CUDA_KERNELS_H_
#define KERNODECK_TESTS_FAULT_FAKE_CUDA_KERNELS_H_

#include <cstddef>

namespace kernodeck::fake {

// Of this thread; 0 where none was made current.
int CurrentDevice();

// What its kernels have done to the context of `device`: the number of its error, which stays, or
// 0.
int ContextError(int device);

// The same after its kernels have ended; does not return while one that never ends is under way.
int WaitForKernels(int device);

// The bytes of allocations of this process.
std::size_t AllocatedBytes();

}  // namespace kernodeck::fake

#endif  // KERNODECK_TESTS_FAULT_FAKE_CUDA_KERNELS_H_
