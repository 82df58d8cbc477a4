#include "plugin/gtest/device_watch.h"

#include <algorithm>
#include <utility>

namespace kernodeck {

void DeviceWatch::TakeContextsAsKnown() { (void)NewContexts(); }

std::vector<int> DeviceWatch::NewContexts() {
  if (!driver_->Loaded()) return {};
  std::vector<int> now = driver_->ActiveContexts();
  std::vector<int> added;
  std::copy_if(now.begin(), now.end(), std::back_inserter(added), [this](int device) {
    return std::find(known_contexts_.begin(), known_contexts_.end(), device) ==
           known_contexts_.end();
  });
  known_contexts_ = std::move(now);
  return added;
}

SyncResult DeviceWatch::Synchronize() {
  return driver_->Loaded() ? driver_->SynchronizeAll() : SyncResult{};
}

void DeviceWatch::BeginMemoryCheck(int device, const MemoryReader& reader) {
  checked_device_ = device;
  allocated_before_ = Allocated(reader);
}

std::optional<std::uint64_t> DeviceWatch::LeftAllocated(const MemoryReader& reader) {
  const std::optional<std::uint64_t> before = std::exchange(allocated_before_, std::nullopt);
  if (!before) return std::nullopt;
  const std::optional<std::uint64_t> after = Allocated(reader);
  if (!after) return std::nullopt;
  return *after > *before ? *after - *before : 0;
}

std::optional<std::uint64_t> DeviceWatch::Allocated(const MemoryReader& reader) {
  if (reader) return reader(checked_device_).count();
  const std::optional<DeviceMemory> memory = driver_->Memory(checked_device_);
  if (!memory || memory->free > memory->total) return std::nullopt;
  return memory->total.count() - memory->free.count();
}

}  // namespace kernodeck
