// Rule G8: the published schema of reports on tests lists what the tables in code have. C1: one
// table of codes.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "kernodeck/code.h"
#include "kernodeck/owner.h"
#include "kernodeck/stage.h"
#include "plugin/core/test_result.h"
#include "plugin/report/json_test_record.h"
#include "tests/unit/report/temporary_folder.h"

namespace kernodeck {
namespace {

using Json = nlohmann::ordered_json;
using Words = std::set<std::string>;

class TestsSchemaTest : public testing::Test {
 protected:
  // The words that a field of a test may have, null left out.
  [[nodiscard]] Words WordsOf(const std::string& field) const {
    Words words;
    for (const Json& word : schema_["$defs"]["test"]["properties"][field]["enum"]) {
      if (!word.is_null()) words.insert(word.get<std::string>());
    }
    return words;
  }

  const Json schema_ = Json::parse(ContentOf(std::filesystem::path(KERNODECK_TEST_SOURCE_FOLDER) /
                                             "docs/schema/kernodeck-tests-1.schema.json"));
};

TEST_F(TestsSchemaTest, IsOfTheVersionThatIsWritten) {
  EXPECT_EQ(schema_["properties"]["schema"]["const"], kTestsSchema);
}

TEST_F(TestsSchemaTest, ListsTheCodesAndTheirExitStatuses) {
  Words names;
  for (const CodeInfo& code : AllCodes()) names.emplace(code.name);
  EXPECT_EQ(WordsOf("code"), names);
  const Json& rules = schema_["$defs"]["code_rules"]["allOf"];
  ASSERT_EQ(rules.size(), AllCodes().size());
  for (const Json& rule : rules) {
    const auto name = rule["if"]["properties"]["code"]["const"].get<std::string>();
    const std::optional<Code> code = FindCode(name);
    ASSERT_TRUE(code) << name;
    EXPECT_EQ(rule["then"]["properties"]["exit_code"]["const"], Info(*code).exit_status) << name;
  }
}

TEST_F(TestsSchemaTest, ListsResultsStagesAndOwners) {
  Words results = {"running"};
  for (const TestStatus status :
       {TestStatus::kPassed, TestStatus::kFailed, TestStatus::kSkipped, TestStatus::kNotRun})
    results.emplace(Name(status));
  EXPECT_EQ(WordsOf("result"), results);
  Words stages = {std::string(Name(Stage::kApplication)), std::string(Name(Stage::kComplete))};
  for (const Stage stage : kDiagnosisStages) stages.emplace(Name(stage));
  EXPECT_EQ(WordsOf("stage"), stages);
  Words owners;
  for (const Owner owner :
       {Owner::kMachine, Owner::kSetup, Owner::kRequest, Owner::kCode, Owner::kUnknown})
    owners.emplace(Name(owner));
  EXPECT_EQ(WordsOf("owner"), owners);
}

TEST_F(TestsSchemaTest, BoundsTheTextAsItIsWritten) {
  EXPECT_EQ(schema_["$defs"]["test"]["properties"]["text"]["maxLength"], kMaxJsonText);
}

}  // namespace
}  // namespace kernodeck
