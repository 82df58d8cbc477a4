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

// CMake's spellings of no. A setting that is not in the table is not known to be off.
bool IsOff(const std::string& option) {
  return option == "OFF" || option == "0" || option == "FALSE" || option == "NO";
}

}  // namespace

TorchFacts DescribeBuild(const BuildOptions& options) {
  TorchFacts facts;
  facts.version = Option(options, "TORCH_VERSION");
  if (facts.version.empty()) facts.version = TORCH_VERSION;
  const std::string rocm = Option(options, "USE_ROCM");
  if (!rocm.empty() && !IsOff(rocm)) {
    facts.hip_build = Option(options, "ROCM_VERSION");
    facts.backend = "rocm";
    return facts;
  }
  if (!IsOff(Option(options, "USE_CUDA"))) facts.cuda_build = Option(options, "CUDA_VERSION");
  facts.backend = facts.cuda_build.empty() ? "cpu" : "cuda";
  return facts;
}

TorchFacts DescribeTorch(BackendOf source) {
  const BuildOptions options =
      caffe2::GetBuildOptions != nullptr ? caffe2::GetBuildOptions() : BuildOptions();
  TorchFacts facts = DescribeBuild(options);
  if (source == BackendOf::kBuild) return facts;
  if (!at::CUDAHooksRegistry()->Has("CUDAHooks")) {
    facts.backend = "cpu";
  } else if (facts.backend == "cpu") {
    // The table does not know of the GPU library that is there: it has its own word.
    facts.backend = at::detail::getCUDAHooks().hasROCM() ? "rocm" : "cuda";
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
