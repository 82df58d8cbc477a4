// Covers G2, G21 and D6: the command is found, asked once and believed only where its report is
// one. Shows the causes command_not_found and command_unusable.
#include "plugin/gtest/check_command.h"

#include <gtest/gtest.h>

#include <fstream>

#include "plugin/report/json_report.h"
#include "tests/selftest/sample_reports.h"
#include "tests/unit/report/temporary_folder.h"

namespace kernodeck {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

class CheckCommandTest : public testing::Test {
 protected:
  // A program of that name; without a script it is only there.
  fs::path Program(const std::string& name, const std::string& script = "exit 1") {
    const fs::path file = folder_.path() / name;
    fs::create_directories(file.parent_path());
    WriteFile(file, "#!/bin/sh\n" + script + "\n");
    fs::permissions(file, fs::perms::owner_all);
    return file;
  }

  // A command that prints the report and exits with `status`.
  fs::path Reporting(const DiagnosticReport& report, int status) {
    WriteFile(folder_.path() / "report.json", ToJson(report));
    return Program("bin/kernodeck", "cat '" + (folder_.path() / "report.json").string() +
                                        "'; echo noise >&2; exit " + std::to_string(status));
  }

  [[nodiscard]] CheckOutcome Run(const fs::path& command) const {
    CommandPlaces places;
    places.named = command;
    return RunCheckCommand(CheckRequest(), places);
  }

  void ExpectUnusable(const std::string& script, const std::string& why) {
    const CheckOutcome outcome = Run(Program("bin/kernodeck", script));
    EXPECT_FALSE(outcome.report.has_value());
    EXPECT_EQ(outcome.verdict.code, Code::kWorkerFailed);
    EXPECT_EQ(outcome.verdict.cause, Cause::kCommandUnusable);
    EXPECT_EQ(outcome.verdict.message,
              "The command `kernodeck` was found, and it gave no report: " + why + ".");
  }

  const TemporaryFolder folder_;
};

TEST_F(CheckCommandTest, AsksForWhatTheTestsNeed) {
  CheckRequest request;
  request.caller = 4711;
  EXPECT_EQ(CheckArguments(request),
            (Words{"kernodeck", "diagnose", "--format", "json", "--timeout", "30", "--device-index",
                   "0", "--caller", "4711"}));
  request.libtorch = "/a folder/libtorch";
  request.time_limit = std::chrono::milliseconds{7050};
  request.device_index = 3;
  request.expect_devices = 8;
  EXPECT_EQ(CheckArguments(request),
            (Words{"kernodeck", "diagnose", "--format", "json", "--timeout", "7.050",
                   "--device-index", "3", "--caller", "4711", "--libtorch", "/a folder/libtorch",
                   "--expect-devices", "8"}));
  request.cpu = true;
  EXPECT_EQ(CheckArguments(request)[6], "--device");
  EXPECT_EQ(CheckArguments(request)[7], "cpu");
}

TEST_F(CheckCommandTest, LooksWhereTheTestsLieBeforeItLooksElsewhere) {
  const fs::path on_path = Program("path/kernodeck");
  CommandPlaces places;
  places.executable = folder_.path() / "moved/tests/my_test";
  places.built_in = {folder_.path() / "build/bin"};
  places.path = ":" + (folder_.path() / "none").string() + ":" + on_path.parent_path().string();
  EXPECT_EQ(FindCheckCommand(places), on_path);
  const fs::path built_in = Program("build/bin/kernodeck");
  EXPECT_EQ(FindCheckCommand(places), built_in);
  const fs::path in_bin = Program("moved/bin/kernodeck");
  EXPECT_EQ(FindCheckCommand(places), in_bin);
  const fs::path above = Program("moved/kernodeck");
  EXPECT_EQ(FindCheckCommand(places), above) << "as where tests lie in a folder below bin";
  const fs::path beside = Program("moved/tests/kernodeck");
  EXPECT_EQ(FindCheckCommand(places), beside);
}

TEST_F(CheckCommandTest, WhatIsNamedIsTakenOrNothing) {
  CommandPlaces places;
  places.path = Program("path/kernodeck").parent_path().string();
  places.named = folder_.path() / "none/kernodeck";
  EXPECT_EQ(FindCheckCommand(places), std::nullopt);
  places.named = folder_.path() / "path";  // a folder is no program
  EXPECT_EQ(FindCheckCommand(places), std::nullopt);
  places.named = Program("other/my-kernodeck");
  EXPECT_EQ(FindCheckCommand(places), places.named);
  places.named = "kernodeck";
  EXPECT_EQ(FindCheckCommand(places), folder_.path() / "path/kernodeck")
      << "a bare name is on PATH";
  fs::permissions(folder_.path() / "path/kernodeck", fs::perms::owner_read);
  EXPECT_EQ(FindCheckCommand(places), std::nullopt) << "a file that may not be run is no program";
}

TEST_F(CheckCommandTest, SaysThatTheCommandIsNotThere) {
  const CheckOutcome outcome = RunCheckCommand(CheckRequest(), CommandPlaces());
  EXPECT_FALSE(outcome.report.has_value());
  EXPECT_EQ(outcome.verdict.code, Code::kWorkerFailed);
  EXPECT_EQ(outcome.verdict.cause, Cause::kCommandNotFound);
  EXPECT_NE(outcome.verdict.next_step.find("KERNODECK_COMMAND"), std::string::npos);
}

TEST_F(CheckCommandTest, TakesTheReportAndItsVerdict) {
  for (const CodeInfo& code : AllCodes()) {
    const DiagnosticReport report = SampleReport(code.code);
    const CheckOutcome outcome = Run(Reporting(report, code.exit_status));
    ASSERT_TRUE(outcome.report.has_value()) << outcome.verdict.message;
    EXPECT_EQ(ToJson(*outcome.report), ToJson(report));
    EXPECT_EQ(outcome.verdict.code, code.code);
    EXPECT_EQ(outcome.said, "") << "what it says beside a report is its own affair";
  }
}

TEST_F(CheckCommandTest, SaysThatTheCommandGaveNoReport) {
  ExpectUnusable("echo \"there is no option --caller\" >&2; exit 2", "it refused its arguments");
  ExpectUnusable("exit 0", "it printed nothing");
  ExpectUnusable("echo hello", "of what it printed it is no JSON object");
  ExpectUnusable("kill -ABRT $$", "it died by signal 6");
  ExpectUnusable("exec cat /dev/zero", "it printed more than a report can be");
  EXPECT_EQ(Run(Program("bin/kernodeck", "exit 0")).verdict.cause, Cause::kCommandUnusable);
}

TEST_F(CheckCommandTest, AReportIsNotBelievedAgainstTheExitStatus) {
  const CheckOutcome outcome = Run(Reporting(SampleReport(Code::kGpuCheckPassed), 6));
  EXPECT_FALSE(outcome.report.has_value());
  EXPECT_EQ(outcome.verdict.cause, Cause::kCommandUnusable);
  const fs::path dying = Program(
      "bin/dying", "cat '" + (folder_.path() / "report.json").string() + "'; kill -SEGV $$");
  EXPECT_EQ(Run(dying).verdict.cause, Cause::kCommandUnusable);
}

TEST_F(CheckCommandTest, WhatItSaidReachesTheTerminalAndNoReport) {
  const CheckOutcome outcome =
      Run(Program("bin/kernodeck", "echo 'no option /home/me' >&2; exit 2"));
  EXPECT_EQ(outcome.said, "no option /home/me\n");
  EXPECT_EQ(outcome.verdict.message.find("/home"), std::string::npos);
}

TEST_F(CheckCommandTest, AFileThatIsNoProgramIsUnusable) {
  const fs::path file = Program("bin/kernodeck");
  std::ofstream(file) << "neither a script nor an executable";
  const CheckOutcome outcome = Run(file);
  EXPECT_EQ(outcome.verdict.cause, Cause::kCommandUnusable);
  EXPECT_NE(outcome.verdict.message.find("starting it failed"), std::string::npos)
      << outcome.verdict.message;
}

TEST_F(CheckCommandTest, TheRealPlacesAreThoseOfThisProcess) {
  const CommandPlaces places = SystemCommandPlaces("named");
  EXPECT_EQ(places.named, "named");
  EXPECT_EQ(places.executable.filename(), "kernodeck_gtest_test");
  EXPECT_FALSE(places.built_in.empty());
  for (const fs::path& folder : places.built_in) EXPECT_TRUE(folder.is_absolute()) << folder;
}

}  // namespace
}  // namespace kernodeck
