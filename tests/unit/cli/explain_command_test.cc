#include "plugin/cli/explain_command.h"

#include <gtest/gtest.h>

#include "plugin/cli/explanation.h"
#include "tests/unit/cli/fake_console.h"

namespace kernodeck {
namespace {

TEST(RunExplain, ExplainsWhatItIsAsked) {
  FakeConsole console;
  EXPECT_EQ(RunExplain({"TIMEOUT"}, console.Make()), 0);
  EXPECT_EQ(console.out, ExplainCode(Code::kTimeout));
  EXPECT_EQ(console.err, "");
}

TEST(RunExplain, ListsAllWithoutAName) {
  FakeConsole console;
  EXPECT_EQ(RunExplain({}, console.Make()), 0);
  EXPECT_EQ(console.out, ExplainAll());
}

TEST(RunExplain, SuggestsNearNamesForAnUnknownOne) {
  FakeConsole console;
  EXPECT_EQ(RunExplain({"driver-missing"}, console.Make()), 2);
  EXPECT_EQ(console.out, "");
  EXPECT_EQ(
      console.err,
      "kernodeck explain: \"driver-missing\" is no code, no cause and no number. Did you mean "
      "driver_missing?\n"
      "Nothing was run. Type `kernodeck explain --help` for the arguments and their ranges.\n");
}

TEST(RunExplain, SaysThatANumberIsNoneOfCudas) {
  FakeConsole console;
  EXPECT_EQ(RunExplain({"5000"}, console.Make()), 2);
  EXPECT_NE(console.err.find("\"5000\" is none of CUDA's error numbers."), std::string::npos)
      << console.err;
}

TEST(RunExplain, TakesOneName) {
  FakeConsole console;
  EXPECT_EQ(RunExplain({"TIMEOUT", "TIMEOUT"}, console.Make()), 2);
}

TEST(RunExplain, SaysWhenStandardOutputFails) {
  FakeConsole console;
  console.out_works = false;
  EXPECT_EQ(RunExplain({"TIMEOUT"}, console.Make()), 12);
}

}  // namespace
}  // namespace kernodeck
