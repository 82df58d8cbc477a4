#include "plugin/report/tables_markdown.h"

#include <string_view>

#include "kernodeck/cause.h"
#include "kernodeck/code.h"
#include "plugin/report/report_phrases.h"

namespace kernodeck {
namespace {

constexpr std::string_view kMadeFrom =
    "<!-- Made from the tables in include/kernodeck; do not edit. To make it anew:\n"
    "     cmake --build build/default --target kernodeck_docs -->\n\n";

constexpr std::string_view kCodesOpening =
    "# Codes\n\n"
    "Every check ends with one of these codes. Names and exit statuses are public and never "
    "change.\n"
    "The owner says whom a failure belongs to; a [cause](causes.md), where one is known, has its "
    "own.\n\n";

constexpr std::string_view kOtherStatuses =
    "## Exit statuses that are no codes\n\n"
    "| Exit status | Meaning |\n"
    "|---:|---|\n"
    "| 1 | An ordinary test failure: a test ran and failed for a reason of its own. |\n"
    "| 2 | A usage error: the arguments or variables are wrong, and nothing was run. |\n"
    "| 129 | Interrupted by SIGHUP: the terminal or the session went away. |\n"
    "| 130 | Interrupted by SIGINT: Ctrl-C. |\n"
    "| 143 | Interrupted by SIGTERM: a scheduler or another program ended it. |\n\n"
    "An interrupted check ends what it started, says so, and gives no verdict: it says nothing "
    "about the machine.\n";

constexpr std::string_view kCausesOpening =
    "# Causes\n\n"
    "A cause says more than its [code](codes.md) where more is known; `null` in a report says that "
    "nothing\n"
    "more is known. A cause is never guessed: each is recognized by what is written below.\n\n"
    "*is bad* says that the thing itself is at fault. *could not check* says that the check could "
    "not be made\n"
    "(the device is busy, or the tool itself failed): it is no word about the device.\n\n"
    "`{detail}` stands for what was found, such as the name of a library or a number of devices.\n";

// A section's anchor, heading and first sentence.
std::string Opening(std::string_view anchor, std::string_view heading, std::string_view sentence) {
  std::string text("\n<a id=\"");
  text.append(anchor).append("\"></a>\n\n## ").append(heading);
  return text.append("\n\n").append(sentence).append("\n\n");
}

std::string OwnerName(Owner owner) {
  return owner == Owner::kNone ? "none" : std::string(Name(owner));
}

std::string CauseLink(const CauseInfo& cause) {
  return "[`" + std::string(cause.id) + "`](causes.md#" + std::string(cause.id) + ")";
}

std::string CodeLink(const CodeInfo& code, std::string_view page) {
  return "[`" + std::string(code.name) + "`](" + std::string(page) + "#" +
         DocumentationAnchor(code.code) + ")";
}

std::string Item(std::string_view subject, std::string_view text) {
  return "- " + std::string(subject) + ": " + std::string(text) + "\n";
}

std::string CausesOf(Code code) {
  std::string rows;
  for (const CauseInfo& cause : AllCauses()) {
    if (cause.code != code) continue;
    rows += "| " + CauseLink(cause) + " | " + OwnerName(cause.owner) + " | " +
            std::string(Phrase(cause.certainty)) + " | " + std::string(cause.sentence) + " |\n";
  }
  if (rows.empty()) return "";
  return "\n| Cause | Owner | Certainty | Meaning |\n|---|---|---|---|\n" + rows;
}

}  // namespace

std::string CodesMarkdown() {
  std::string text(kMadeFrom);
  text += kCodesOpening;
  text += "| Code | Exit status | Owner |\n|---|---:|---|\n";
  for (const CodeInfo& code : AllCodes()) {
    text += "| " + CodeLink(code, "") + " | " + std::to_string(code.exit_status) + " | " +
            OwnerName(code.owner) + " |\n";
  }
  for (const CodeInfo& code : AllCodes()) {
    text += Opening(DocumentationAnchor(code.code), code.name, code.sentence);
    text += Item("Exit status", std::to_string(code.exit_status));
    if (code.owner != Owner::kNone) text += Item("Owner where no cause is known", Name(code.owner));
    text += Item("Next step", code.next_step);
    text += CausesOf(code.code);
  }
  return text + "\n" + std::string(kOtherStatuses);
}

std::string CausesMarkdown() {
  std::string text(kMadeFrom);
  text += kCausesOpening;
  for (const CauseInfo& cause : AllCauses()) {
    text += Opening(cause.id, cause.id, cause.sentence);
    text += Item("Code", CodeLink(Info(cause.code), "codes.md"));
    text += Item("Owner", OwnerName(cause.owner));
    text += Item("Certainty", Phrase(cause.certainty));
    text += Item("Recognized by", cause.recognized_by);
    text += Item("Next step", cause.next_step);
  }
  return text;
}

}  // namespace kernodeck
