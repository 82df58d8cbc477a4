// Rule C1: the documentation pages of codes and causes are the tables. D14: which causes say "is
// bad" and which "could not check".
#include "plugin/report/tables_markdown.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "kernodeck/cause.h"
#include "plugin/report/report_phrases.h"
#include "tests/unit/report/temporary_folder.h"

namespace kernodeck {
namespace {

const std::filesystem::path kDocuments =
    std::filesystem::path(KERNODECK_TEST_SOURCE_FOLDER) / "docs";
constexpr const char* kMakeAnew =
    "The tables changed: cmake --build <build folder> --target kernodeck_docs";

bool Has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

// The part of `page` from the anchor `id` to the next anchor.
std::string Section(const std::string& page, const std::string& id) {
  const std::size_t begin = page.find("<a id=\"" + id + "\"></a>");
  if (begin == std::string::npos) return "";
  return page.substr(begin, page.find("<a id=", begin + 1) - begin);
}

TEST(TablesMarkdownTest, DocumentsAreWhatTheTablesSay) {
  EXPECT_EQ(ContentOf(kDocuments / "codes.md"), CodesMarkdown()) << kMakeAnew;
  EXPECT_EQ(ContentOf(kDocuments / "causes.md"), CausesMarkdown()) << kMakeAnew;
}

TEST(TablesMarkdownTest, HasASectionForEachCode) {
  const std::string page = CodesMarkdown();
  for (const CodeInfo& code : AllCodes()) {
    const std::string section = Section(page, DocumentationAnchor(code.code));
    EXPECT_TRUE(Has(section, "## " + std::string(code.name) + "\n")) << code.name;
    EXPECT_TRUE(Has(section, code.sentence)) << code.name;
    EXPECT_TRUE(Has(section, "- Next step: " + std::string(code.next_step))) << code.name;
    EXPECT_TRUE(Has(section, "- Exit status: " + std::to_string(code.exit_status) + "\n"));
    for (const CauseInfo& cause : AllCauses()) {
      EXPECT_EQ(Has(section, "(causes.md#" + std::string(cause.id) + ")"), cause.code == code.code)
          << code.name << " " << cause.id;
    }
  }
}

TEST(TablesMarkdownTest, HasASectionForEachCause) {
  const std::string page = CausesMarkdown();
  for (const CauseInfo& cause : AllCauses()) {
    const std::string section = Section(page, std::string(cause.id));
    EXPECT_TRUE(Has(section, cause.sentence)) << cause.id;
    EXPECT_TRUE(Has(section, "- Owner: " + std::string(Name(cause.owner)) + "\n")) << cause.id;
    EXPECT_TRUE(Has(section, "- Certainty: " + std::string(Phrase(cause.certainty)) + "\n"));
    EXPECT_TRUE(Has(section, "- Recognized by: " + std::string(cause.recognized_by))) << cause.id;
    EXPECT_TRUE(Has(section, "(codes.md#" + DocumentationAnchor(cause.code) + ")")) << cause.id;
  }
}

TEST(TablesMarkdownTest, NoTextOfTheTablesBreaksARow) {
  std::istringstream stream(CodesMarkdown());
  for (std::string line; std::getline(stream, line);) {
    const auto bars = std::count(line.begin(), line.end(), '|');
    EXPECT_TRUE(bars == 0 || (bars >= 3 && bars <= 5 && line.front() == '|')) << line;
    EXPECT_EQ(line.find('<') != std::string::npos,
              line.rfind("<a id", 0) == 0 || line.rfind("<!--", 0) == 0)
        << line;
  }
}

TEST(TablesMarkdownTest, ExplainsTheStatusesThatAreNoCodes) {
  for (const std::string_view row :
       {"\n| 1 | ", "\n| 2 | ", "\n| 129 | ", "\n| 130 | ", "\n| 143 | "})
    EXPECT_TRUE(Has(CodesMarkdown(), row)) << row;
}

}  // namespace
}  // namespace kernodeck
