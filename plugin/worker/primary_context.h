#ifndef KERNODECK_PLUGIN_WORKER_PRIMARY_CONTEXT_H_
#define KERNODECK_PLUGIN_WORKER_PRIMARY_CONTEXT_H_

#include <cstdint>
#include <optional>
#include <thread>

#include "plugin/worker/event_channel.h"

namespace kernodeck {

// What the driver says of the device's memory right after a failure.
struct MemoryEvidence {
  std::optional<std::uint64_t> free_bytes;
  std::optional<int> retry_number;  // of a small allocation, or of a second try for the context
};

// The device's primary context, retained through the CUDA driver on a thread of its own while the
// main thread loads LibTorch: it is the very context that LibTorch uses later. It is never
// released, as LibTorch never releases it either. All but the constructor and Start may be called
// after Wait only.
class PrimaryContext {
 public:
  // `driver`: the loaded driver's library, initialized.
  PrimaryContext(void* driver, int device_index, EventChannel& channel);
  ~PrimaryContext();
  PrimaryContext(const PrimaryContext&) = delete;
  PrimaryContext& operator=(const PrimaryContext&) = delete;

  void Start();
  // Waits until the context is there or refused. Returns the driver's number, 0 for success.
  [[nodiscard]] int Wait();

  [[nodiscard]] MemoryEvidence AskMemory();
  // The number of the context's pending or lasting error, 0 for none. Waits for the device.
  [[nodiscard]] int Synchronize() const;

 private:
  [[nodiscard]] int Retain();

  void* const driver_;
  const int device_index_;
  EventChannel& channel_;
  std::thread thread_;
  void* context_ = nullptr;
  int number_ = 0;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_WORKER_PRIMARY_CONTEXT_H_
