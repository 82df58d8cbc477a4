// The subcommands, and the second name of the command.
#include "plugin/cli/command_line.h"

#include <gtest/gtest.h>

#include "tests/unit/cli/fake_console.h"

namespace kernodeck {
namespace {

class CommandLineTest : public testing::Test {
 protected:
  int Run(const std::string& invoked_as, const std::vector<std::string>& arguments) {
    return RunCommandLine(invoked_as, arguments, console_.Make(), Installation());
  }
  FakeConsole console_;
};

TEST_F(CommandLineTest, NeedsASubcommand) {
  EXPECT_EQ(Run("kernodeck", {}), 2);
  EXPECT_NE(console_.err.find("diagnose, explain, run or where; none was given"), std::string::npos)
      << console_.err;
}

TEST_F(CommandLineTest, NamesTheSubcommandsForAnUnknownOne) {
  EXPECT_EQ(Run("kernodeck", {"diagnoze\x1b"}), 2);
  EXPECT_NE(console_.err.find("\"diagnoze\\x1b\""), std::string::npos) << console_.err;
  EXPECT_NE(console_.err.find("Did you mean diagnose?"), std::string::npos) << console_.err;
  EXPECT_EQ(console_.out, "");
}

TEST_F(CommandLineTest, ShowsAnOverviewWithTheExitStatuses) {
  EXPECT_EQ(Run("kernodeck", {"--help"}), 0);
  for (const char* text : {"diagnose", "explain", "where", "GPU_UNAVAILABLE", "Examples:", "130"}) {
    EXPECT_NE(console_.out.find(text), std::string::npos) << text;
  }
}

TEST_F(CommandLineTest, ShowsTheVersion) {
  EXPECT_EQ(Run("kernodeck", {"--version"}), 0);
  EXPECT_EQ(console_.out.rfind("kernodeck ", 0), 0U) << console_.out;
}

TEST_F(CommandLineTest, PassesTheRestToTheSubcommand) {
  EXPECT_EQ(Run("kernodeck", {"explain", "OUT_OF_MEMORY"}), 0);
  EXPECT_EQ(console_.out.rfind("OUT_OF_MEMORY\n", 0), 0U) << console_.out;
}

TEST_F(CommandLineTest, ADiagnosticIsADiagnosisUnderAnyFolder) {
  EXPECT_EQ(Run("/some/where/kernodeck-diagnostic", {"--version"}), 0);
  EXPECT_EQ(Run("kernodeck-diagnostic", {"--timeout", "4"}), 2);
  EXPECT_EQ(console_.err.rfind("kernodeck diagnose: --timeout", 0), 0U) << console_.err;
}

TEST_F(CommandLineTest, WorksWithoutAName) { EXPECT_EQ(Run("", {"--version"}), 0); }

}  // namespace
}  // namespace kernodeck
