// Rule D10: the published schema lists what the tables in code have. C1: one table of codes.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>

#include "kernodeck/cause.h"
#include "kernodeck/code.h"
#include "kernodeck/owner.h"
#include "kernodeck/stage.h"
#include "plugin/report/json_report.h"
#include "plugin/report/report_phrases.h"
#include "tests/selftest/sample_reports.h"
#include "tests/unit/report/temporary_folder.h"

namespace kernodeck {
namespace {

using Json = nlohmann::ordered_json;

class SchemaTest : public testing::Test {
 protected:
  [[nodiscard]] const Json& Property(const std::string& name) const {
    return schema_.at("properties").at(name);
  }

  const Json schema_ = Json::parse(ContentOf(std::filesystem::path(KERNODECK_TEST_SOURCE_FOLDER) /
                                             "docs/schema/kernodeck-diagnostic-1.schema.json"));
};

// The strings of an `enum`, and whether null is among them.
std::set<std::string> Strings(const Json& list) {
  std::set<std::string> strings;
  for (const Json& entry : list)
    strings.insert(entry.is_null() ? "(null)" : entry.get<std::string>());
  return strings;
}

template <typename Words>
std::set<std::string> Set(const Words& words) {
  return {words.begin(), words.end()};
}

TEST_F(SchemaTest, IsOfTheVersionThatIsWritten) {
  EXPECT_EQ(schema_["$schema"], "https://json-schema.org/draft/2020-12/schema");
  EXPECT_EQ(Property("schema")["const"], kDiagnosticSchema);
}

TEST_F(SchemaTest, ListsTheCodes) {
  std::set<std::string> names;
  for (const CodeInfo& code : AllCodes()) names.emplace(code.name);
  EXPECT_EQ(Strings(Property("code")["enum"]), names);
}

TEST_F(SchemaTest, TiesStatusAndExitStatusToTheCode) {
  const Json& rules = schema_["$defs"]["code_rules"]["allOf"];
  EXPECT_EQ(schema_["allOf"], schema_["$defs"]["device_verdict"]["allOf"]);
  ASSERT_EQ(rules.size(), AllCodes().size());
  for (std::size_t i = 0; i < AllCodes().size(); ++i) {
    const CodeInfo& code = AllCodes()[i];
    const Json& branch = rules[i]["then"]["properties"];
    EXPECT_EQ(rules[i]["if"]["properties"]["code"]["const"], std::string(code.name));
    EXPECT_EQ(branch["exit_code"]["const"], code.exit_status) << code.name;
    EXPECT_EQ(branch["status"]["const"], Passed(code.code) ? "passed" : "failed") << code.name;
    EXPECT_EQ(branch.contains("stage"), Passed(code.code)) << code.name;
  }
}

TEST_F(SchemaTest, ListsTheOwners) {
  std::set<std::string> names = {"(null)"};
  for (const Owner owner :
       {Owner::kMachine, Owner::kSetup, Owner::kRequest, Owner::kCode, Owner::kUnknown})
    names.emplace(Name(owner));
  EXPECT_EQ(Strings(Property("owner")["enum"]), names);
}

TEST_F(SchemaTest, ListsTheStages) {
  std::set<std::string> names = {std::string(Name(Stage::kApplication)),
                                 std::string(Name(Stage::kComplete))};
  const Json& list = Property("stages")["prefixItems"];
  ASSERT_EQ(list.size(), kDiagnosisStages.size());
  for (std::size_t i = 0; i < kDiagnosisStages.size(); ++i) {
    names.emplace(Name(kDiagnosisStages[i]));
    EXPECT_EQ(list[i]["properties"]["name"]["const"], std::string(Name(kDiagnosisStages[i])));
  }
  EXPECT_EQ(Strings(Property("stage")["enum"]), names);
  EXPECT_EQ(Property("stages")["minItems"], kDiagnosisStages.size());
}

TEST_F(SchemaTest, ListsTheWordsOfLimitedFields) {
  std::set<std::string> results;
  for (const StageResult result :
       {StageResult::kPassed, StageResult::kFailed, StageResult::kNotReached})
    results.emplace(Name(result));
  EXPECT_EQ(Strings(schema_["$defs"]["stage"]["properties"]["result"]["enum"]), results);
  std::set<std::string> backends = Set(kBackends);
  backends.insert("(null)");
  EXPECT_EQ(Strings(Property("pytorch")["properties"]["backend"]["enum"]), backends);
  EXPECT_EQ(Strings(schema_["$defs"]["mismatch"]["properties"]["tensor"]["enum"]), Set(kTensors));
  EXPECT_EQ(Strings(schema_["$defs"]["host"]["properties"]["result"]["enum"]), Set(kHostResults));
}

TEST_F(SchemaTest, AcceptsTheIdOfEveryCause) {
  const std::regex pattern(Property("cause")["pattern"].get<std::string>());
  for (const CauseInfo& cause : AllCauses())
    EXPECT_TRUE(std::regex_match(std::string(cause.id), pattern)) << cause.id;
}

// Every object is closed, requires all that it has, and describes it.
void ExpectStrict(const Json& node, const std::string& where) {
  if (node.is_object() && node.contains("properties") && node.contains("additionalProperties")) {
    std::set<std::string> names;
    for (const auto& [name, property] : node["properties"].items()) {
      names.insert(name);
      EXPECT_TRUE(property.contains("description") || property.contains("$ref"))
          << where << "." << name;
    }
    EXPECT_EQ(Strings(node["required"]), names) << where;
    EXPECT_EQ(node["additionalProperties"], false) << where;
  }
  if (!node.is_structured()) return;
  for (const auto& [key, child] : node.items())
    ExpectStrict(child, std::string(where).append("/").append(key));
}

TEST_F(SchemaTest, IsStrictAndDescribesEachField) { ExpectStrict(schema_, ""); }

}  // namespace
}  // namespace kernodeck
