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

std::optional<std::uint64_t> DeviceWatch::Free(int device) {
  if (!driver_->Loaded()) return std::nullopt;
  const std::vector<int> used = driver_->ActiveContexts();
  if (std::find(used.begin(), used.end(), device) == used.end()) return std::nullopt;
  const std::optional<DeviceMemory> memory = driver_->Memory(device);
  if (!memory) return std::nullopt;
  return memory->free.count();
}

void DeviceWatch::BeginMemoryCheck(int device, const MemoryReader& reader) {
  allocated_before_.clear();
  std::vector<int> devices = driver_->ActiveContexts();
  devices.push_back(device);
  for (const int each : devices) {
    if (const auto allocated = Allocated(each, reader)) {
      allocated_before_.insert_or_assign(each, *allocated);
    }
  }
}

std::optional<std::uint64_t> DeviceWatch::LeftAllocated(const MemoryReader& reader) {
  std::optional<std::uint64_t> left;
  for (const auto& [device, before] : std::exchange(allocated_before_, {})) {
    const std::optional<std::uint64_t> after = Allocated(device, reader);
    if (after) left = left.value_or(0) + (*after > before ? *after - before : 0);
  }
  return left;
}

std::optional<std::uint64_t> DeviceWatch::Allocated(int device, const MemoryReader& reader) {
  if (reader) return reader(device).count();
  const std::optional<DeviceMemory> memory = driver_->Memory(device);
  if (!memory || memory->free > memory->total) return std::nullopt;
  return memory->total.count() - memory->free.count();
}

}  // namespace kernodeck
