// Covers G9 and the bad input of the issue: the command around a run; what it refuses before
// anything is started. Whole runs are in tests/selftest/run.
#include "plugin/cli/run_command.h"

#include <gtest/gtest.h>

#include "tests/unit/cli/fake_console.h"
#include "tests/unit/diagnosis/temporary_folder.h"

namespace kernodeck {
namespace {

class RunCommandTest : public testing::Test {
 protected:
  int Run(const std::vector<std::string>& arguments,
          const std::map<std::string, std::string>& variables = {}) {
    return RunTests(arguments, console_.Make(variables), Installation());
  }
  std::string Script(const std::string& text) {
    return folder_.WriteProgram("tests", "#!/bin/sh\n" + text).string();
  }
  [[nodiscard]] bool Says(const std::string& text) const {
    return console_.err.find(text) != std::string::npos;
  }

  FakeConsole console_;
  TemporaryFolder folder_;
};

TEST_F(RunCommandTest, ShowsItsHelp) {
  EXPECT_EQ(Run({"--help"}), 0);
  for (const char* text :
       {"kernodeck run [OPTIONS] -- TESTS", "--test-timeout", "Examples:", "130"}) {
    EXPECT_NE(console_.out.find(text), std::string::npos) << text;
  }
}

TEST_F(RunCommandTest, NeedsTests) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{}, {"--"}, {"--jobs", "2"}, {"--jobs", "2", "--"}}) {
    console_.err.clear();
    EXPECT_EQ(Run(arguments), 2);
    EXPECT_TRUE(Says("write `kernodeck run [OPTIONS] -- ./tests`")) << console_.err;
  }
}

TEST_F(RunCommandTest, OptionsBehindTheSeparatorAreTheTests) {
  EXPECT_EQ(Run({"--", Script("echo $1; exit 0"), "--help"}), 2);
  EXPECT_TRUE(Says("is no GoogleTest binary")) << console_.err;
}

TEST_F(RunCommandTest, AProgramThatCannotBeLoadedIsNoUsageError) {
  EXPECT_EQ(Run({"--", Script("echo 'cannot open shared object file' >&2; exit 127")}), 11);
  EXPECT_TRUE(Says("cannot open shared object file\n")) << console_.err;
  EXPECT_TRUE(Says("WORKER_FAILED")) << console_.err;
}

TEST_F(RunCommandTest, AListThatNeverComesIsATimeout) {
  EXPECT_EQ(Run({"--test-timeout", "0.3", "--", Script("sleep 60")}), 10);
  EXPECT_TRUE(Says("TIMEOUT")) << console_.err;
}

TEST_F(RunCommandTest, ShowsTheListThatWasAskedFor) {
  EXPECT_EQ(Run({"--", Script("printf 'A.\\n  a\\n'"), "--gtest_list_tests"}), 0);
  EXPECT_EQ(console_.out, "A.\n  a\n");
}

TEST_F(RunCommandTest, AReportThatIsThereEndsItBeforeATestRuns) {
  const std::string report = folder_.Write("report", "mine").string();
  const std::string tests =
      Script("case \"$*\" in *list_tests*) printf 'A.\\n  a\\n';; *) >\"$0.ran\";; esac");
  EXPECT_EQ(Run({"--output", "json:" + report, "--", tests}), 12);
  EXPECT_TRUE(Says("No test was run.")) << console_.err;
  EXPECT_FALSE(std::filesystem::exists(tests + ".ran"));
}

}  // namespace
}  // namespace kernodeck
