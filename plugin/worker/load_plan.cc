#include "plugin/worker/load_plan.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <system_error>

namespace kernodeck {
namespace {

constexpr std::string_view kWhole = "libtorch.so";
constexpr std::string_view kCpuPart = "libtorch_cpu.so";

bool StartsWith(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

bool IsGpuPart(std::string_view name) {
  constexpr std::array<std::string_view, 4> kParts = {"libtorch_cuda", "libtorch_hip",
                                                      "libc10_cuda", "libc10_hip"};
  return std::any_of(kParts.begin(), kParts.end(),
                     [name](std::string_view part) { return StartsWith(name, part); });
}

// The CPU part of the same version: `libtorch.so.1.13` -> `libtorch_cpu.so.1.13`.
std::string CpuPartOf(const std::string& name, const std::filesystem::path& folder) {
  if (!StartsWith(name, kWhole)) return name;
  std::string part = std::string(kCpuPart) + name.substr(kWhole.size());
  std::error_code error;
  return std::filesystem::exists(folder / part, error) ? part : name;
}

}  // namespace

std::vector<std::string> PlanLoads(const std::vector<std::string>& names,
                                   const std::filesystem::path& folder, WorkerMode mode) {
  if (mode != WorkerMode::kCpu) return names;
  std::vector<std::string> plan;
  for (const std::string& name : names) {
    if (!IsGpuPart(name)) plan.push_back(CpuPartOf(name, folder));
  }
  return plan.empty() ? names : plan;
}

}  // namespace kernodeck
