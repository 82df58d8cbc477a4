// API of this header
//   SetAllocatedMemory(reader)  who tells what is allocated on a device, for
//   --kernodeck_memory_check
#ifndef KERNODECK_MEMORY_CHECK_H_
#define KERNODECK_MEMORY_CHECK_H_

#include <functional>

#include "kernodeck/bytes.h"

namespace kernodeck {

/// Sets who tells how much memory the program holds on a device, for `--kernodeck_memory_check`.
/// Without it the driver is asked, which counts what an allocator keeps for later as held: with
/// LibTorch, hand in its own count.
///
///   kernodeck::SetAllocatedMemory([](int device) {
///     const auto stats = c10::cuda::CUDACachingAllocator::getDeviceStats(device);
///     return kernodeck::Bytes(stats.allocated_bytes[0].current);
///   });
///
/// `reader` is called on the thread that runs the tests, at a requirement and after a GPU test. An
/// empty one asks the driver again. Thread-safe.
void SetAllocatedMemory(std::function<Bytes(int device)> reader);

}  // namespace kernodeck

#endif  // KERNODECK_MEMORY_CHECK_H_
