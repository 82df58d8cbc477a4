#ifndef KERNODECK_PLUGIN_WORKER_RUNTIME_ERRORS_H_
#define KERNODECK_PLUGIN_WORKER_RUNTIME_ERRORS_H_

#include <optional>

namespace kernodeck {

// LibTorch asks the CUDA (or HIP) runtime for its last error, and so clears it, before it throws an
// exception that may not carry the number. The worker defines cudaGetLastError and hipGetLastError
// itself; the main program's symbols win, so each number passes through here on its way. All
// functions are thread-safe.

// The last number other than success (and "not ready", which is no error) since ForgetRuntimeError.
[[nodiscard]] int RememberedRuntimeError();
void ForgetRuntimeError();

// The number that the loaded runtime has pending for this thread, 0 for none or no runtime.
[[nodiscard]] int PendingRuntimeError();

// What the loaded runtime itself answers when it is asked for the number of devices: its error
// number. Nothing where no runtime can be asked.
[[nodiscard]] std::optional<int> RuntimeDeviceCountError();

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_WORKER_RUNTIME_ERRORS_H_
