#include "plugin/core/requirement_content.h"

namespace kernodeck {
namespace {

std::vector<RequirementRow> MakeTable() {
  std::vector<RequirementRow> table;
#define KERNODECK_REQUIREMENT(enumerator, wanted, cause, values) \
  table.push_back({RequirementKind::enumerator, wanted, Cause::cause, PossibleValues::values});
#include "plugin/core/requirements.def"
#undef KERNODECK_REQUIREMENT
  return table;
}

}  // namespace

const std::vector<RequirementRow>& AllRequirements() {
  static const std::vector<RequirementRow> table = MakeTable();
  return table;
}

const RequirementRow& Info(RequirementKind kind) {
  return AllRequirements().at(static_cast<std::size_t>(kind));
}

std::string Wanted(RequirementKind kind, std::string_view value) {
  constexpr std::string_view kPlaceholder = "{}";
  std::string text(Info(kind).wanted);
  const std::size_t place = text.find(kPlaceholder);
  if (place != std::string::npos) text.replace(place, kPlaceholder.size(), value);
  return text;
}

}  // namespace kernodeck
