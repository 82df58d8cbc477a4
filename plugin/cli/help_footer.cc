#include "plugin/cli/help_footer.h"

#include <map>

#include "kernodeck/code.h"

namespace kernodeck {
namespace {

std::string Line(int status, std::string_view meaning) {
  std::string number = std::to_string(status);
  number.append(number.size() < 3 ? 3 - number.size() : 0, ' ');
  return "  " + number + "  " + std::string(meaning) + "\n";
}

}  // namespace

std::string ExamplesSection(const std::vector<std::string_view>& commands) {
  std::string text = "Examples:\n";
  for (const std::string_view command : commands) text.append("  ").append(command).append("\n");
  return text;
}

std::string DiagnosisExitStatuses() {
  std::map<int, std::string> meanings;
  meanings[kExitUsage] = "usage error; nothing was run";
  for (const CodeInfo& row : AllCodes()) {
    std::string& names = meanings[row.exit_status];
    if (!names.empty()) names += ", ";
    names += row.name;
  }
  std::string text = "Exit status:\n";
  for (const auto& [status, meaning] : meanings) text += Line(status, meaning);
  text += Line(129, "interrupted by SIGHUP; no verdict, no report");
  text += Line(130, "interrupted by SIGINT; no verdict, no report");
  text += Line(143, "interrupted by SIGTERM; no verdict, no report");
  return text + "Type `kernodeck explain CODE` for what a code means and what to do next.\n";
}

std::string RunExitStatuses() {
  std::string text = "Exit status:\n" + Line(0, "no test failed") +
                     Line(kExitTestFailure, "a test failed, or the run itself") +
                     Line(kExitUsage, "usage error; nothing was run");
  const auto add = [&text](Code code, const char* meaning) {
    text += Line(Info(code).exit_status, std::string(Info(code).name) + meaning);
  };
  add(Code::kTimeout, ": tests hung, and none failed otherwise");
  add(Code::kWorkerFailed, ": tests crashed, and none failed otherwise");
  add(Code::kOutputWriteFailed, ": a report was not saved, and no test failed");
  text += "  3-9  the diagnosis failed that GPU tests asked for: its code's status\n";
  text += Line(129, "interrupted by SIGHUP; what was left is not run");
  text += Line(130, "interrupted by SIGINT; what was left is not run");
  return text + Line(143, "interrupted by SIGTERM; what was left is not run");
}

std::string InformationExitStatuses() {
  return "Exit status:\n" + Line(0, "the information was shown, whatever it says") +
         Line(kExitUsage, "usage error") +
         Line(Info(Code::kOutputWriteFailed).exit_status, "standard output could not be written");
}

}  // namespace kernodeck
