#include "kernodeck/cause.h"

#include <algorithm>
#include <initializer_list>

namespace kernodeck {
namespace {

std::vector<int> Numbers(std::initializer_list<int> numbers) {
  std::vector<int> kept(numbers);
  kept.erase(std::remove(kept.begin(), kept.end(), 0), kept.end());
  return kept;
}

// Turns the parenthesized list of the table into a braced one.
#define KERNODECK_BRACED(...) \
  { __VA_ARGS__ }

std::vector<CauseInfo> MakeTable() {
  std::vector<CauseInfo> table;
#define KERNODECK_CAUSE(enumerator, id, code, owner, certainty, numbers, recognized_by, sentence, \
                        next_step)                                                                \
  table.push_back({Cause::enumerator, id, Code::code, Owner::owner, Certainty::certainty,         \
                   Numbers(KERNODECK_BRACED numbers), recognized_by, sentence, next_step});
#include "kernodeck/causes.def"
#undef KERNODECK_CAUSE
  return table;
}

#undef KERNODECK_BRACED

}  // namespace

const std::vector<CauseInfo>& AllCauses() {
  static const std::vector<CauseInfo> table = MakeTable();
  return table;
}

const CauseInfo& Info(Cause cause) { return AllCauses().at(static_cast<std::size_t>(cause)); }

std::optional<Cause> FindCause(std::string_view id) {
  for (const CauseInfo& row : AllCauses()) {
    if (row.id == id) return row.cause;
  }
  return std::nullopt;
}

std::optional<Cause> CauseOfNumber(Code code, int number) {
  for (const CauseInfo& row : AllCauses()) {
    const bool listed =
        std::find(row.numbers.begin(), row.numbers.end(), number) != row.numbers.end();
    if (row.code == code && listed) return row.cause;
  }
  return std::nullopt;
}

}  // namespace kernodeck
