#ifndef KERNODECK_TESTS_FAULT_FAKE_CUDA_CONTEXT_H_
#define KERNODECK_TESTS_FAULT_FAKE_CUDA_CONTEXT_H_

namespace kernodeck::fake {

// Whether CUDA_VISIBLE_DEVICES leaves this one.
bool IsDevice(int device);

// The process that called cuInit; sets it where `process` is given. As the real one, the fake is of
// no use in a child of that process.
int InitializingProcess(int process = 0);

[[noreturn]] void Hang();

}  // namespace kernodeck::fake

#endif  // KERNODECK_TESTS_FAULT_FAKE_CUDA_CONTEXT_H_
