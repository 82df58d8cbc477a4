#include "kernodeck/stage.h"

#include <utility>

namespace kernodeck {
namespace {

constexpr std::array<std::pair<Stage, std::string_view>, 10> kNames = {{
    {Stage::kImport, "import"},
    {Stage::kBackend, "backend"},
    {Stage::kDevice, "device"},
    {Stage::kAllocation, "allocation"},
    {Stage::kProduct, "product"},
    {Stage::kGradient, "gradient"},
    {Stage::kSynchronize, "synchronize"},
    {Stage::kReport, "report"},
    {Stage::kApplication, "application"},
    {Stage::kComplete, "complete"},
}};

}  // namespace

std::string_view Name(Stage stage) { return kNames.at(static_cast<std::size_t>(stage)).second; }

std::optional<Stage> FindStage(std::string_view name) {
  for (const auto& [stage, spelling] : kNames) {
    if (spelling == name) return stage;
  }
  return std::nullopt;
}

}  // namespace kernodeck
