// D8, D11, D12: where the report goes, and what the exit status is when it cannot go there.
#include "plugin/cli/diagnose_command.h"

#include <gtest/gtest.h>

#include <csignal>

#include "plugin/report/report_format.h"
#include "tests/selftest/sample_reports.h"
#include "tests/unit/cli/fake_console.h"
#include "tests/unit/diagnosis/temporary_folder.h"

namespace kernodeck {
namespace {

DiagnosisOutcome Outcome(const DiagnosticReport& report) {
  return {report, "raw text of /some/where\n", {}};
}

class DiagnoseCommandTest : public testing::Test {
 protected:
  // Runs the command with a diagnosis that ends so.
  int Run(const std::vector<std::string>& arguments, const DiagnosisOutcome& outcome) {
    return Run(arguments, outcome, console_.Make());
  }
  int Run(const std::vector<std::string>& arguments, const DiagnosisOutcome& outcome,
          const Console& console) {
    const auto fake_diagnose = [&](const DiagnosisRequest& request, const Installation&,
                                   const Environment&, const EventObserver& observer) {
      ++diagnoses_;
      request_ = request;
      observer(0, {"begin", {{"what", "product"}}});
      return outcome;
    };
    return RunDiagnose(arguments, console, Installation(), fake_diagnose);
  }
  std::string At(const char* name) { return (folder_.Path() / name).string(); }
  bool Exists(const char* name) { return std::filesystem::exists(folder_.Path() / name); }

  TemporaryFolder folder_;
  FakeConsole console_;
  DiagnosisRequest request_;
  int diagnoses_ = 0;
  const DiagnosisOutcome passing_ = Outcome(SampleReport(Code::kCpuCheckPassed));
  const DiagnosisOutcome failing_ = Outcome(SampleReport(Cause::kDriverMissing));
};

TEST_F(DiagnoseCommandTest, ExitStatusIsTheCodesOwn) {
  for (const CodeInfo& row : AllCodes())
    EXPECT_EQ(Run({}, Outcome(SampleReport(row.code))), row.exit_status);
}

TEST_F(DiagnoseCommandTest, StandardOutputIsTheReportAlone) {
  EXPECT_EQ(Run({"--format", "json"}, failing_), 6);
  EXPECT_EQ(console_.out, FindReportFormat("json")->write(failing_.report, {}));
  EXPECT_EQ(console_.err, "");
}

TEST_F(DiagnoseCommandTest, AUsageErrorRunsNothing) {
  EXPECT_EQ(Run({"--timeout", "4"}, passing_), 2);
  EXPECT_EQ(diagnoses_, 0);
  EXPECT_EQ(console_.out, "");
  EXPECT_FALSE(console_.err.empty());
}

TEST_F(DiagnoseCommandTest, HelpAndVersionRunNothing) {
  EXPECT_EQ(Run({"--help"}, passing_), 0);
  EXPECT_EQ(Run({"--version", "--output", At("r")}, passing_), 0);
  EXPECT_EQ(diagnoses_, 0);
  EXPECT_FALSE(Exists("r"));
}

TEST_F(DiagnoseCommandTest, TheRequestIsWhatWasAskedFor) {
  EXPECT_EQ(Run({"--device", "cuda:2", "--check-exit", "--host-check", "--label", "a=b"}, passing_),
            0);
  EXPECT_EQ(request_.device_index, 2);
  EXPECT_TRUE(request_.check_exit && request_.host_check);
  EXPECT_EQ(request_.labels.size(), 1U);
}

TEST_F(DiagnoseCommandTest, SavesTheReportInTheSameFormatWithoutColor) {
  Console console = console_.Make();
  console.out_style = {true, false};
  EXPECT_EQ(Run({"--output", At("r")}, passing_, console), 0);
  EXPECT_EQ(ReadFile(At("r")), FindReportFormat("text")->write(passing_.report, {}));
  EXPECT_EQ(console_.out, FindReportFormat("text")->write(passing_.report, {true, false}));
}

TEST_F(DiagnoseCommandTest, APassingCheckThatCannotBeSavedExits12AndIsPrinted) {
  folder_.Write("r", "first");
  EXPECT_EQ(Run({"--output", At("r"), "--format", "json"}, passing_), 12);
  EXPECT_EQ(diagnoses_, 1);
  EXPECT_EQ(ReadFile(At("r")), "first");
  DiagnosticReport expected = passing_.report;
  MarkOutputFailed(expected, Cause::kOutputExists);
  EXPECT_EQ(console_.out, FindReportFormat("json")->write(expected, {}));
  EXPECT_NE(console_.out.find("\"product_verified\": true"), std::string::npos) << console_.out;
  EXPECT_NE(console_.err.find("the report cannot be saved as"), std::string::npos) << console_.err;
}

TEST_F(DiagnoseCommandTest, AFailingCheckKeepsItsCode) {
  EXPECT_EQ(Run({"--output", At("none/r")}, failing_), 6);
  EXPECT_NE(console_.out.find("GPU_UNAVAILABLE"), std::string::npos);
  EXPECT_NE(console_.err.find("cannot be saved"), std::string::npos) << console_.err;
}

TEST_F(DiagnoseCommandTest, WhatTakesTheNameMeanwhileIsNotOverwritten) {
  const auto fake_diagnose = [&](const DiagnosisRequest&, const Installation&, const Environment&,
                                 const EventObserver&) {
    folder_.Write("r", "meanwhile");
    return passing_;
  };
  EXPECT_EQ(RunDiagnose({"--output", At("r")}, console_.Make(), Installation(), fake_diagnose), 12);
  EXPECT_EQ(ReadFile(At("r")), "meanwhile");
  EXPECT_NE(console_.err.find("was not saved"), std::string::npos) << console_.err;
}

TEST_F(DiagnoseCommandTest, AStandardOutputThatFailsExits12) {
  console_.out_works = false;
  EXPECT_EQ(Run({}, passing_), 12);
  EXPECT_NE(console_.err.find("standard output"), std::string::npos) << console_.err;
  EXPECT_EQ(Run({}, failing_), 6);
}

TEST_F(DiagnoseCommandTest, AStandardOutputThatWasClosedIsInTheSavedReport) {
  Console console = console_.Make();
  console.out_usable = false;
  EXPECT_EQ(Run({"--output", At("r"), "--format", "json"}, passing_, console), 12);
  EXPECT_NE(ReadFile(At("r")).find("\"standard_output_closed\""), std::string::npos);
}

TEST_F(DiagnoseCommandTest, TheTraceIsLocalAndSaysSo) {
  EXPECT_EQ(Run({"--trace", At("t")}, passing_), 0);
  const std::string trace = ReadFile(At("t"));
  EXPECT_EQ(trace.rfind("kernodeck trace: local evidence.", 0), 0U) << trace;
  EXPECT_NE(trace.find("/some/where"), std::string::npos);
  EXPECT_EQ(std::filesystem::status(At("t")).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  EXPECT_EQ(console_.out.find("/some/where"), std::string::npos);
}

TEST_F(DiagnoseCommandTest, ATraceThatCannotBeSavedIsInTheSavedReport) {
  EXPECT_EQ(Run({"--trace", At("none/t"), "--output", At("r"), "--format", "json"}, passing_), 12);
  EXPECT_NE(ReadFile(At("r")).find("\"output_folder_missing\""), std::string::npos)
      << ReadFile(At("r"));
}

TEST_F(DiagnoseCommandTest, AnInterruptedCheckHasNoVerdictAndNoReport) {
  DiagnosisOutcome outcome;
  const std::pair<int, std::string> cases[] = {
      {SIGINT, "SIGINT"}, {SIGTERM, "SIGTERM"}, {SIGHUP, "SIGHUP"}};
  for (const auto& [signal, name] : cases) {
    console_.err.clear();
    outcome.interrupted_by_signal = signal;
    EXPECT_EQ(Run({"--output", At("r"), "--trace", At("t")}, outcome), 128 + signal);
    EXPECT_EQ(console_.err, "kernodeck diagnose: interrupted by " + name +
                                "; no verdict, no report. Under way was: product.\n");
  }
  EXPECT_EQ(console_.out, "");
  EXPECT_TRUE(std::filesystem::is_empty(folder_.Path()));
}

TEST_F(DiagnoseCommandTest, ProgressIsShownOnATerminalOnly) {
  EXPECT_EQ(Run({}, passing_), 0);
  EXPECT_EQ(console_.err, "");
  Console console = console_.Make();
  console.progress = console.err;
  EXPECT_EQ(Run({}, passing_, console), 0);
  EXPECT_NE(console_.err.find("checking: product ..."), std::string::npos) << console_.err;
  EXPECT_EQ(console_.err.back(), '\r');
}

}  // namespace
}  // namespace kernodeck
