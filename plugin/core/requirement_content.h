#ifndef KERNODECK_PLUGIN_CORE_REQUIREMENT_CONTENT_H_
#define KERNODECK_PLUGIN_CORE_REQUIREMENT_CONTENT_H_

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernodeck/cause.h"
#include "kernodeck/requirement.h"

namespace kernodeck {

enum class RequirementKind {
#define KERNODECK_REQUIREMENT(enumerator, wanted, cause, values) enumerator,
#include "plugin/core/requirements.def"
#undef KERNODECK_REQUIREMENT
};

enum class PossibleValues { kOne, kMany };

// One row of the table of requirements.
struct RequirementRow {
  RequirementKind kind;
  std::string_view wanted;
  Cause cause;
  PossibleValues values;
};

[[nodiscard]] const std::vector<RequirementRow>& AllRequirements();
[[nodiscard]] const RequirementRow& Info(RequirementKind kind);

// "at least 8 GiB of free device memory"
[[nodiscard]] std::string Wanted(RequirementKind kind, std::string_view value);

struct Requirement::Content {
  RequirementKind kind = RequirementKind::kOwn;
  std::string value;  // as it stands in the text
  Judge judge;
  std::string nonsense = {};                         // why no machine can have this value
  std::optional<GpuBackend> only_on = std::nullopt;  // the one backend that can have it
  std::optional<int> index = std::nullopt;           // of kDeviceIndex
  std::string wanted = Wanted(kind, value);
  std::chrono::milliseconds wait{};
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CORE_REQUIREMENT_CONTENT_H_
