#ifndef KERNODECK_PLUGIN_PROBE_TORCH_FACTS_H_
#define KERNODECK_PLUGIN_PROBE_TORCH_FACTS_H_

#include <map>
#include <string>

namespace kernodeck {

// What the loaded LibTorch says of itself. Asking touches no driver.
struct TorchFacts {
  std::string version;     // of the loaded library, not of the headers, where it can be asked
  std::string cuda_build;  // "13.0"; empty for none
  std::string hip_build;   // empty for none
  std::string backend;     // "cuda", "rocm" or "cpu"
};

// LibTorch's own table of build settings (TORCH_VERSION, CUDA_VERSION, USE_ROCM, ...).
using BuildOptions = std::map<std::string, std::string>;

// What decides the backend: the GPU library that has registered itself, whatever the package was
// built with, or, where that library is left alone, the build.
enum class BackendOf { kLoadedLibrary, kBuild };

[[nodiscard]] TorchFacts DescribeTorch(BackendOf source);

// What a given table says of the build.
[[nodiscard]] TorchFacts DescribeBuild(const BuildOptions& options);

// Whether a probe that was built for version `built_for` fits a LibTorch of version `loaded`: the
// same major and minor number, since layouts of classes change between those without the loader
// noticing.
[[nodiscard]] bool SameRelease(const std::string& built_for, const std::string& loaded);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_PROBE_TORCH_FACTS_H_
