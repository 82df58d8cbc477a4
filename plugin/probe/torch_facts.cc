#include "plugin/probe/torch_facts.h"

#include <ATen/detail/CUDAHooksInterface.h>
#include <torch/version.h>

#include <algorithm>

// Declared here because Debian's package leaves caffe2's headers out; exported by libtorch_cpu
// since before 1.13. Weak, so that a LibTorch without it still loads. at::show_config() has the
// same table, but asks the driver on its way.
namespace caffe2 {
__attribute__((weak)) const std::map<std::string, std::string>& GetBuildOptions();
}  // namespace caffe2

namespace kernodeck {
namespace {

std::string Option(const BuildOptions& options, const std::string& key) {
  const auto found = options.find(key);
  return found == options.end() ? std::string() : found->second;
}

bool IsOn(const std::string& option) { return option == "ON" || option == "1"; }

}  // namespace

TorchFacts DescribeTorch(const BuildOptions& options, bool gpu_library_loaded) {
  TorchFacts facts;
  facts.version = Option(options, "TORCH_VERSION");
  if (facts.version.empty()) facts.version = TORCH_VERSION;
  const bool hip = IsOn(Option(options, "USE_ROCM"));
  if (hip) {
    facts.hip_build = Option(options, "ROCM_VERSION");
  } else {
    facts.cuda_build = Option(options, "CUDA_VERSION");
  }
  facts.backend = !gpu_library_loaded ? "cpu" : hip ? "rocm" : "cuda";
  return facts;
}

TorchFacts DescribeTorch() {
  const BuildOptions options =
      caffe2::GetBuildOptions != nullptr ? caffe2::GetBuildOptions() : BuildOptions();
  TorchFacts facts = DescribeTorch(options, at::CUDAHooksRegistry()->Has("CUDAHooks"));
  if (facts.backend == "cuda" && facts.cuda_build.empty()) {
    const long encoded = at::detail::getCUDAHooks().versionCUDART();
    facts.cuda_build = std::to_string(encoded / 1000) + "." + std::to_string(encoded / 10 % 100);
  }
  return facts;
}

bool SameRelease(const std::string& built_for, const std::string& loaded) {
  const auto release = [](const std::string& version) {
    const std::size_t minor = version.find('.');
    if (minor == std::string::npos) return version;
    return version.substr(0, std::min(version.find('.', minor + 1), version.size()));
  };
  return release(built_for) == release(loaded);
}

}  // namespace kernodeck
