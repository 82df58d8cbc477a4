#include "kernodeck/code.h"

#include <algorithm>
#include <cctype>

namespace kernodeck {
namespace {

std::vector<CodeInfo> MakeTable() {
  std::vector<CodeInfo> table;
#define KERNODECK_CODE(enumerator, name, exit_status, owner, sentence, next_step) \
  table.push_back({Code::enumerator, name, exit_status, Owner::owner, sentence, next_step});
#include "kernodeck/codes.def"
#undef KERNODECK_CODE
  return table;
}

}  // namespace

const std::vector<CodeInfo>& AllCodes() {
  static const std::vector<CodeInfo> table = MakeTable();
  return table;
}

const CodeInfo& Info(Code code) { return AllCodes().at(static_cast<std::size_t>(code)); }

std::optional<Code> FindCode(std::string_view name) {
  for (const CodeInfo& row : AllCodes()) {
    if (row.name == name) return row.code;
  }
  return std::nullopt;
}

bool Passed(Code code) { return Info(code).exit_status == 0; }

std::string DocumentationAnchor(Code code) {
  std::string anchor(Info(code).name);
  std::transform(anchor.begin(), anchor.end(), anchor.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return anchor;
}

}  // namespace kernodeck
