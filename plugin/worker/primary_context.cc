#include "plugin/worker/primary_context.h"

#include <cstddef>

#include "plugin/core/driver_function.h"

namespace kernodeck {
namespace {

// Small beside any card, and more than a card that others fill to the brim has left.
constexpr std::size_t kRetryBytes = std::size_t{4} << 20U;
constexpr int kNotFoundNumber = 500;  // CUDA_ERROR_NOT_FOUND

}  // namespace

PrimaryContext::PrimaryContext(void* driver, int device_index, EventChannel& channel)
    : driver_(driver), device_index_(device_index), channel_(channel) {}

PrimaryContext::~PrimaryContext() {
  if (thread_.joinable()) thread_.join();
}

int PrimaryContext::Retain() {
  auto* const device_get = FindFunction<int(int*, int)>(driver_, "cuDeviceGet");
  auto* const retain = FindFunction<int(void**, int)>(driver_, "cuDevicePrimaryCtxRetain");
  if (device_get == nullptr || retain == nullptr) return kNotFoundNumber;
  int device = 0;
  const int number = device_get(&device, device_index_);
  return number != 0 ? number : retain(&context_, device);
}

void PrimaryContext::Start() {
  // Begun here and not on the thread, so that it always stands before what comes next.
  channel_.Begin("context");
  thread_ = std::thread([this] {
    number_ = Retain();
    if (number_ == 0) channel_.End("context");
  });
}

int PrimaryContext::Wait() {
  if (thread_.joinable()) thread_.join();
  return number_;
}

MemoryEvidence PrimaryContext::AskMemory() {
  MemoryEvidence evidence;
  if (context_ == nullptr) {
    evidence.retry_number = Retain();
    return evidence;
  }
  auto* const set_current = FindFunction<int(void*)>(driver_, "cuCtxSetCurrent");
  auto* const get_info = FindFunction<int(std::size_t*, std::size_t*)>(driver_, "cuMemGetInfo_v2");
  auto* const allocate = FindFunction<int(std::uint64_t*, std::size_t)>(driver_, "cuMemAlloc_v2");
  auto* const release = FindFunction<int(std::uint64_t)>(driver_, "cuMemFree_v2");
  if (set_current == nullptr || set_current(context_) != 0) return evidence;
  std::size_t free_bytes = 0;
  std::size_t total_bytes = 0;
  if (get_info != nullptr && get_info(&free_bytes, &total_bytes) == 0) {
    evidence.free_bytes = free_bytes;
  }
  std::uint64_t block = 0;
  if (allocate == nullptr || release == nullptr) return evidence;
  evidence.retry_number = allocate(&block, kRetryBytes);
  if (*evidence.retry_number == 0) static_cast<void>(release(block));
  return evidence;
}

int PrimaryContext::Synchronize() const {
  auto* const set_current = FindFunction<int(void*)>(driver_, "cuCtxSetCurrent");
  auto* const synchronize = FindFunction<int()>(driver_, "cuCtxSynchronize");
  if (context_ == nullptr || set_current == nullptr || synchronize == nullptr) return 0;
  const int number = set_current(context_);
  return number != 0 ? number : synchronize();
}

}  // namespace kernodeck
