#include "plugin/worker/cudnn_status.h"

#include <dlfcn.h>
#include <link.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <string_view>

#include "plugin/core/driver_function.h"
#include "plugin/worker/elf_file.h"

namespace kernodeck {
namespace {

namespace fs = std::filesystem;

// The parts of cuDNN 9; libcudnn itself loads them by name when they are first needed.
constexpr std::array<std::string_view, 7> kParts = {
    "graph", "ops", "cnn", "adv", "heuristic", "engines_precompiled", "engines_runtime_compiled"};
constexpr std::string_view kLibrary = "libcudnn.so.9";

// As in runtime_errors.cc: cuDNN's callers bring no context of ours.
std::atomic<int>& Remembered() {
  static std::atomic<int> status{0};
  return status;
}

int TakeCudnnFolder(dl_phdr_info* info, std::size_t /*size*/, void* context) {
  const fs::path file = info->dlpi_name;
  if (file.filename().string() == kLibrary) *static_cast<fs::path*>(context) = file.parent_path();
  return 0;
}

}  // namespace

int RememberedCudnnStatus() { return Remembered().load(); }

void ForgetCudnnStatus() { Remembered().store(0); }

std::string FindBadCudnnPart(const fs::path& folder) {
  for (const std::string_view part : kParts) {
    std::string name = "libcudnn_" + std::string(part) + ".so.9";
    if (CheckElf(folder / name) != FileCondition::kWhole) return name;
  }
  return {};
}

fs::path MappedCudnnFolder() {
  fs::path folder;
  dl_iterate_phdr(TakeCudnnFolder, &folder);
  return folder;
}

}  // namespace kernodeck

extern "C" {
const char* cudnnGetErrorString(int status);

const char* cudnnGetErrorString(int status) {
  using kernodeck::Remembered;
  if (status != 0) Remembered().store(status);
  auto* const real = kernodeck::FindFunction<const char*(int)>(RTLD_NEXT, "cudnnGetErrorString");
  return real != nullptr ? real(status) : "";
}
}
