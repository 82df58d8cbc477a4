#ifndef KERNODECK_STAGE_H_
#define KERNODECK_STAGE_H_

#include <array>
#include <optional>
#include <string_view>

namespace kernodeck {

/// The layers between a test suite and a working GPU, in the order in which they are tried. The
/// first one that fails ends the diagnosis. `kApplication` is the user's own workload; `kComplete`
/// says that all passed.
enum class Stage {
  kImport,
  kBackend,
  kDevice,
  kAllocation,
  kProduct,
  kGradient,
  kSynchronize,
  kReport,
  kApplication,
  kComplete,
};

/// The stages of a diagnosis, in order: `import` to `report`.
inline constexpr std::array<Stage, 8> kDiagnosisStages = {
    Stage::kImport,  Stage::kBackend,  Stage::kDevice,      Stage::kAllocation,
    Stage::kProduct, Stage::kGradient, Stage::kSynchronize, Stage::kReport,
};

/// The public spelling, e.g. `allocation`. Thread-safe.
[[nodiscard]] std::string_view Name(Stage stage);

/// The stage with that public spelling, or nothing. Thread-safe.
[[nodiscard]] std::optional<Stage> FindStage(std::string_view name);

}  // namespace kernodeck

#endif  // KERNODECK_STAGE_H_
