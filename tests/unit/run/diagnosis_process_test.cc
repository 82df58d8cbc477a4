// Covers G9 and D6: the diagnosis of a run is asked of the process that wants it, and what is no
// report of it is never a pass.
#include "plugin/run/diagnosis_process.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <variant>

#include "plugin/report/json_report.h"
#include "plugin/report/read_report.h"
#include "tests/selftest/sample_reports.h"

namespace kernodeck {
namespace {

using Arguments = std::vector<std::string>;

ProcessEnd Exited(int status) {
  ProcessEnd end;
  end.kind = ProcessEnd::Kind::kExited;
  end.exit_status = status;
  return end;
}

TEST(DiagnosisProcessTest, TheCallerIsNamed) {
  const WorkerCommand command =
      DiagnosisCommand("/bin/kernodeck", {"--timeout", "30"}, 100, "/lib/torch");
  EXPECT_EQ(command.executable, "/bin/kernodeck");
  EXPECT_EQ(command.arguments,
            (Arguments{"diagnose", "--format", "json", "--timeout", "30", "--caller", "100"}));
  EXPECT_FALSE(command.event_channel);
}

TEST(DiagnosisProcessTest, WithoutACallerItsLibTorchIs) {
  EXPECT_EQ(DiagnosisCommand("k", {}, std::nullopt, "/lib/torch").arguments,
            (Arguments{"diagnose", "--format", "json", "--libtorch", "/lib/torch"}));
  EXPECT_EQ(DiagnosisCommand("k", {"--libtorch", "mine"}, std::nullopt, "/lib/torch").arguments,
            (Arguments{"diagnose", "--format", "json", "--libtorch", "mine"}));
  EXPECT_EQ(DiagnosisCommand("k", {}, std::nullopt, "").arguments,
            (Arguments{"diagnose", "--format", "json"}));
}

TEST(DiagnosisProcessTest, TheReportIsHandedOnAsItIs) {
  const DiagnosticReport report = SampleReport(Code::kGpuUnavailable);
  const std::string json = ToJson(report);
  const DiagnosisAnswer answer = ReadAnswer(json, Exited(6));
  EXPECT_EQ(answer.report, json);
  EXPECT_EQ(answer.verdict.code, Code::kGpuUnavailable);
}

TEST(DiagnosisProcessTest, WhatIsNoReportFails) {
  const std::string pass = ToJson(SampleReport(Code::kGpuCheckPassed));
  ProcessEnd killed;
  killed.kind = ProcessEnd::Kind::kSignaled;
  killed.signal = 9;
  ProcessEnd hung;
  hung.kind = ProcessEnd::Kind::kTimedOut;
  for (const DiagnosisAnswer& answer :
       {ReadAnswer("", Exited(2)), ReadAnswer(pass, Exited(6)), ReadAnswer(pass, killed)}) {
    EXPECT_EQ(answer.verdict.code, Code::kWorkerFailed);
    const auto read = ReadReport(answer.report);
    ASSERT_TRUE(std::holds_alternative<DiagnosticReport>(read)) << std::get<std::string>(read);
    EXPECT_EQ(std::get<DiagnosticReport>(read).verdict.code, Code::kWorkerFailed);
  }
  const DiagnosisAnswer late = ReadAnswer("", hung);
  EXPECT_EQ(late.verdict.code, Code::kTimeout);
  EXPECT_TRUE(std::holds_alternative<DiagnosticReport>(ReadReport(late.report)));
}

TEST(DiagnosisProcessTest, AProcessWithoutLibTorchHasNone) {
  EXPECT_EQ(LibTorchOf(::getpid()), "");
  EXPECT_EQ(LibTorchOf(-1), "");
}

}  // namespace
}  // namespace kernodeck
