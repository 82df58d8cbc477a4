#include "plugin/cli/help_footer.h"

#include <csignal>
#include <map>

#include "kernodeck/code.h"
#include "plugin/diagnosis/signal_name.h"

namespace kernodeck {
namespace {

std::string Line(int status, std::string_view meaning) {
  std::string number = std::to_string(status);
  number.append(number.size() < 3 ? 3 - number.size() : 0, ' ');
  return "  " + number + "  " + std::string(meaning) + "\n";
}

std::map<int, std::string> CodesByStatus() {
  std::map<int, std::string> meanings;
  for (const CodeInfo& row : AllCodes()) {
    std::string& names = meanings[row.exit_status];
    if (!names.empty()) names += ", ";
    names += row.name;
  }
  return meanings;
}

// `interrupted`: what an interrupt means for the command.
std::string Lines(const std::map<int, std::string>& meanings, const std::string& interrupted) {
  std::string text;
  for (const auto& [status, meaning] : meanings) text += Line(status, meaning);
  for (const int signal : {SIGHUP, SIGINT, SIGTERM}) {
    std::string meaning = "interrupted by ";
    meaning.append(SignalName(signal)).append("; ").append(interrupted);
    text += Line(128 + signal, meaning);
  }
  return text;
}

}  // namespace

std::string ExamplesSection(const std::vector<std::string_view>& commands) {
  std::string text = "Examples:\n";
  for (const std::string_view command : commands) text.append("  ").append(command).append("\n");
  return text;
}

std::string DiagnosisExitStatuses() {
  std::map<int, std::string> meanings = CodesByStatus();
  meanings[kExitUsage] = "usage error; nothing was run";
  return "Exit status:\n" + Lines(meanings, "no verdict, no report") +
         "Type `kernodeck explain CODE` for what a code means and what to do next.\n";
}

std::string RunExitStatuses() {
  std::map<int, std::string> meanings = CodesByStatus();
  meanings[0] = "no test failed";
  meanings[kExitTestFailure] = "a test failed";
  meanings[kExitUsage] = "usage error; nothing was run";
  meanings[Info(Code::kTimeout).exit_status] += ": tests hung, and none failed otherwise";
  meanings[Info(Code::kWorkerFailed).exit_status] += ": tests crashed, and none failed otherwise";
  meanings[Info(Code::kOutputWriteFailed).exit_status] += ": a report was not saved";
  return "Exit status:\n" + Lines(meanings, "what was left is not run") +
         "The other codes are those of the diagnosis that GPU tests asked for, where it failed.\n";
}

std::string InformationExitStatuses() {
  return "Exit status:\n" + Line(0, "the information was shown, whatever it says") +
         Line(kExitUsage, "usage error") +
         Line(Info(Code::kOutputWriteFailed).exit_status, "standard output could not be written");
}

}  // namespace kernodeck
