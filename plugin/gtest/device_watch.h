#ifndef KERNODECK_PLUGIN_GTEST_DEVICE_WATCH_H_
#define KERNODECK_PLUGIN_GTEST_DEVICE_WATCH_H_

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "plugin/gtest/device_driver.h"

namespace kernodeck {

// How much the program holds on a device, as its own allocator knows; set by the user.
using MemoryReader = std::function<Bytes(int device)>;

// Looks at the devices around each test. Touches no driver that nobody has loaded, but where a test
// has a working GPU and its memory is to be checked. Not thread-safe.
class DeviceWatch {
 public:
  // `driver` outlives the watch.
  explicit DeviceWatch(DeviceDriver& driver) : driver_(&driver) {}

  // Contexts that are there now are nobody's.
  void TakeContextsAsKnown();

  // Those that were not there when it was asked last.
  [[nodiscard]] std::vector<int> NewContexts();

  // Waits for the devices of this process.
  [[nodiscard]] SyncResult Synchronize();

  // What is free on `device`, where this process uses it already: asking makes no context.
  [[nodiscard]] std::optional<std::uint64_t> Free(int device);

  // Remembers what is allocated now on `device` and on the others that this process uses.
  void BeginMemoryCheck(int device, const MemoryReader& reader);

  // How many bytes more are allocated than at the beginning, on all of these; nothing where none
  // was remembered, or where nobody can tell. Ends the check.
  [[nodiscard]] std::optional<std::uint64_t> LeftAllocated(const MemoryReader& reader);

 private:
  [[nodiscard]] std::optional<std::uint64_t> Allocated(int device, const MemoryReader& reader);

  DeviceDriver* driver_;
  std::vector<int> known_contexts_;
  std::map<int, std::uint64_t> allocated_before_;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_GTEST_DEVICE_WATCH_H_
