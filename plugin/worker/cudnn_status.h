#ifndef KERNODECK_PLUGIN_WORKER_CUDNN_STATUS_H_
#define KERNODECK_PLUGIN_WORKER_CUDNN_STATUS_H_

#include <filesystem>
#include <string>

namespace kernodeck {

// LibTorch turns a failed cuDNN call into an exception without its number, and asks cuDNN for the
// words to it. The worker defines cudnnGetErrorString itself, so that the number passes through
// here on its way, as the runtime's do (runtime_errors.h). All functions are thread-safe.

// The last status other than success since ForgetCudnnStatus; 0 for none.
[[nodiscard]] int RememberedCudnnStatus();
void ForgetCudnnStatus();

// The bare name of a part of cuDNN (libcudnn_ops.so.9, ...) in `folder` whose file is missing or no
// whole library; empty where all are well. Nothing is loaded.
[[nodiscard]] std::string FindBadCudnnPart(const std::filesystem::path& folder);

// The folder of the cuDNN that is mapped into this process; empty for none.
[[nodiscard]] std::filesystem::path MappedCudnnFolder();

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_WORKER_CUDNN_STATUS_H_
