// docs/report.md is what the report is: its example is an approved report, and it names every field
// of the schema (rule D10).
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/unit/report/temporary_folder.h"

namespace kernodeck {
namespace {

using Json = nlohmann::ordered_json;

const std::filesystem::path kSource = KERNODECK_TEST_SOURCE_FOLDER;

// The text between the first fence of that kind and its end.
std::string Example(const std::string& page, const std::string& fence) {
  const std::size_t begin = page.find("\n```" + fence + "\n");
  if (begin == std::string::npos) return "";
  const std::size_t text = begin + fence.size() + 5;
  return page.substr(text, page.find("```\n", text) - text);
}

// The names of all fields, as in `pytorch.devices[].name`.
void AddFields(const Json& report, const std::string& prefix, std::vector<std::string>& names) {
  for (const auto& [key, value] : report.items()) {
    const std::string name = prefix + key;
    if (prefix != "labels.") names.push_back(name);
    // As the fields of that name above them.
    if (name == "devices[].stages" || name == "devices[].execution") continue;
    if (value.is_object()) AddFields(value, name + ".", names);
    if (value.is_array() && !value.empty() && value[0].is_object())
      AddFields(value[0], name + "[].", names);
  }
}

std::string Approved(const std::string& name) {
  return ContentOf(kSource / "tests/approved/report" / name);
}

TEST(ReportDocumentTest, ItsExamplesAreApprovedReports) {
  const std::string page = ContentOf(kSource / "docs/report.md");
  EXPECT_EQ(Example(page, "json"), Approved("GPU_UNAVAILABLE.json"));
  EXPECT_EQ(Example(page, "text"), Approved("GPU_UNAVAILABLE.txt"));
  EXPECT_EQ(Example(page, "markdown"), Approved("GPU_UNAVAILABLE.md"));
}

TEST(ReportDocumentTest, ItNamesEveryField) {
  const std::string page = ContentOf(kSource / "docs/report.md");
  std::vector<std::string> names;
  AddFields(Json::parse(Approved("GPU_CHECK_PASSED.json")), "", names);
  AddFields(Json::parse(Approved("CHECK_FAILED.json")), "", names);
  AddFields(Json::parse(Approved("ALL_DEVICES.json")), "", names);
  for (const std::string& name : names)
    EXPECT_NE(page.find("| `" + name + "` |"), std::string::npos) << name;
}

}  // namespace
}  // namespace kernodeck
