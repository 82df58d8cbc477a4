#include "plugin/cli/explain_command.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <variant>

#include "plugin/cli/command.h"
#include "plugin/cli/explanation.h"
#include "plugin/cli/help_footer.h"
#include "plugin/core/nearest.h"
#include "plugin/core/quoted.h"

namespace kernodeck {
namespace {

constexpr std::string_view kName = "kernodeck explain";

CommandSpec Spec() {
  CommandSpec spec;
  spec.name = kName;
  spec.summary =
      "Says what a code, a cause or one of CUDA's error numbers means, and what to do next.";
  spec.positional = "NAME";
  spec.positional_help = "A code, a cause, or a number; all codes and causes without it.";
  spec.footer = ExamplesSection({"kernodeck explain", "kernodeck explain GPU_UNAVAILABLE",
                                 "kernodeck explain driver_missing", "kernodeck explain 802"}) +
                "\n" + InformationExitStatuses();
  return spec;
}

UsageError Unknown(const std::string& name) {
  const bool number = !name.empty() && std::all_of(name.begin(), name.end(), [](char letter) {
    return letter >= '0' && letter <= '9';
  });
  if (number) return {Quoted(name) + " is none of CUDA's error numbers."};
  return {Quoted(name) + " is no code, no cause and no number." +
          DidYouMean(Nearest(name, ExplainableNames()))};
}

}  // namespace

int RunExplain(const std::vector<std::string>& arguments, const Console& console) {
  auto begun = BeginCommand(console, Spec(), arguments);
  if (const int* status = std::get_if<int>(&begun)) return *status;
  const std::optional<std::string>& name = std::get<ParsedArguments>(begun).positional;
  if (!name) return ShowText(console, kName, ExplainAll());
  const std::optional<std::string> text = Explain(*name);
  if (!text) return RefuseUsage(console, kName, Unknown(*name));
  return ShowText(console, kName, *text);
}

}  // namespace kernodeck
