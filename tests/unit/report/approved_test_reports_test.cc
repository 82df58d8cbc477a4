// One report on tests in every format, compared with what was approved; docs/reports.md shows parts
// of it and names every field of the schema.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "plugin/report/json_test_record.h"
#include "tests/selftest/sample_test_results.h"
#include "tests/unit/report/temporary_folder.h"

namespace kernodeck {
namespace {

using Json = nlohmann::ordered_json;

const std::filesystem::path kSource = KERNODECK_TEST_SOURCE_FOLDER;

std::string Approved(std::string_view name) {
  return ContentOf(kSource / "tests/approved/test_report" / name);
}

// The text between the first fence of that kind and its end.
std::string Example(const std::string& page, const std::string& fence) {
  const std::size_t begin = page.find("\n```" + fence + "\n");
  if (begin == std::string::npos) return "";
  const std::size_t text = begin + fence.size() + 5;
  return page.substr(text, page.find("```\n", text) - text);
}

TEST(ApprovedTestReportsTest, EveryFormatIsAsApproved) {
  const TemporaryFolder folder;
  std::vector<std::string> names;
  for (const TestSampleFile& sample : TestSampleFiles()) {
    WriteSampleTestReport(sample.format, folder.path() / sample.name);
    EXPECT_EQ(ContentOf(folder.path() / sample.name), Approved(sample.name))
        << sample.name
        << "; to approve it: cmake --build <build folder> --target kernodeck_approve";
    names.emplace_back(sample.name);
  }
  EXPECT_EQ(NamesIn(folder.path()), NamesIn(kSource / "tests/approved/test_report"));
}

TEST(TestReportsDocumentTest, ItsExamplesAreApproved) {
  const std::string page = ContentOf(kSource / "docs/reports.md");
  const std::string xml = Example(page, "xml");
  ASSERT_FALSE(xml.empty());
  EXPECT_NE(Approved("junit.xml").find(xml), std::string::npos);
  const Json report = Json::parse(Approved("tests.json"));
  EXPECT_EQ(Json::parse(Example(page, "json")), report["tests"][2]);
}

// Each name in backquotes in the first column of the table of fields.
TEST(TestReportsDocumentTest, ItNamesEveryField) {
  const std::string page = ContentOf(kSource / "docs/reports.md");
  const Json schema = Json::parse(ContentOf(kSource / "docs/schema/kernodeck-tests-1.schema.json"));
  const auto expect_named = [&page](const Json& properties, const std::string& prefix) {
    for (const auto& [key, value] : properties.items())
      EXPECT_NE(page.find(std::string("`").append(prefix).append(key).append("`")),
                std::string::npos)
          << prefix << key;
  };
  expect_named(schema["properties"], "");
  expect_named(schema["$defs"]["run"]["properties"], "run.");
  expect_named(schema["$defs"]["test"]["properties"], "tests[].");
  expect_named(schema["$defs"]["summary"]["properties"], "summary.");
}

}  // namespace
}  // namespace kernodeck
