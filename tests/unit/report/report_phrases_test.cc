// Rules D7, D12, D14: the words that the text and the Markdown report share.
#include "plugin/report/report_phrases.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/selftest/sample_reports.h"

namespace kernodeck {
namespace {

using std::chrono::duration;

// The text of the first finding about `subject`; empty where there is none.
std::string Found(const DiagnosticReport& report, std::string_view subject) {
  for (const Finding& finding : Findings(report)) {
    if (finding.subject == subject) return finding.text;
  }
  return "";
}

TEST(ReportPhrasesTest, FormatsTimes) {
  EXPECT_EQ(FormatSeconds(duration<double>(0)), "0.0 ms");
  EXPECT_EQ(FormatSeconds(duration<double>(0.3124)), "312.4 ms");
  EXPECT_EQ(FormatSeconds(duration<double>(0.9996)), "1.00 s");
  EXPECT_EQ(FormatSeconds(duration<double>(30.004)), "30.00 s");
  EXPECT_EQ(FormatSeconds(duration<double>(-1)), "0.0 ms");
}

TEST(ReportPhrasesTest, FormatsSizesAndNumbers) {
  EXPECT_EQ(FormatGibibytes(std::uint64_t{80} << 30U), "80.0 GiB");
  EXPECT_EQ(FormatNumber(4), "4");
  EXPECT_EQ(FormatNumber(0.1F), "0.1");
  EXPECT_EQ(FormatNumber(-2.5e-10F), "-2.5e-10");
  EXPECT_EQ(FormatNumber(std::nanf("")), "nan");
  EXPECT_EQ(FormatNumber(-std::nanf("")), "nan");
  EXPECT_EQ(FormatNumber(std::numeric_limits<float>::infinity()), "inf");
  EXPECT_EQ(FormatNumber(-std::numeric_limits<float>::infinity()), "-inf");
}

TEST(ReportPhrasesTest, NamesAMismatch) {
  EXPECT_EQ(MismatchPhrase({"product", {0, 1}, 5, 4, "cuda:0"}),
            "product[0][1] on cuda:0: got 5, want 4");
  EXPECT_EQ(MismatchPhrase({"loss", {}, std::nanf(""), 196, "cpu"}),
            "loss on cpu: got nan, want 196");
}

TEST(ReportPhrasesTest, TellsWhatWasFoundOfAGoodGpu) {
  const DiagnosticReport report = SampleReport(Code::kGpuCheckPassed);
  EXPECT_EQ(Found(report, "LibTorch"), "2.11.0, CUDA build 13.0, backend cuda");
  EXPECT_EQ(Found(report, "Device"), "0: Example GPU, 80.0 GiB, compute capability 9.0 (one of 2)");
  EXPECT_EQ(Found(report, "Driver"), "for CUDA up to 13.0");
  EXPECT_EQ(
      Found(report, "Host"),
      "nvidia-smi: driver 580.95.05, 81920 MiB, 81920 MiB, 2 cards (says nothing about ROCm)");
}

TEST(ReportPhrasesTest, TellsNothingThatWasNotReached) {
  EXPECT_TRUE(Findings(DiagnosticReport{}).empty());
  EXPECT_EQ(Found(SampleReport(Code::kCpuCheckPassed), "Driver"), "");
  EXPECT_EQ(Found(SampleReport(Code::kCpuCheckPassed), "Device"), "");
}

TEST(ReportPhrasesTest, TellsWhatTheDriverSaid) {
  EXPECT_EQ(Found(SampleReport(Cause::kDriverMissing), "Driver"), "its library was not found");
  EXPECT_EQ(Found(SampleReport(Cause::kFabricNotReady), "Driver"),
            "for CUDA up to 13.0, error 802 (CUDA_ERROR_SYSTEM_NOT_READY)");
  DiagnosticReport report;
  report.driver = DriverReport{true, 12345, std::nullopt, std::nullopt};
  EXPECT_EQ(Found(report, "Driver"), "error 12345");
}

TEST(ReportPhrasesTest, ListsTheFirstDevicesWhereNoneWasUsed) {
  DiagnosticReport report;
  report.execution.requested = "gpu";
  report.torch.devices.emplace();
  for (int index = 0; index < 6; ++index)
    report.torch.devices->push_back({index, "G", std::nullopt, std::nullopt, "gfx90a"});
  const std::vector<Finding> findings = Findings(report);
  ASSERT_EQ(findings.size(), 4U);
  EXPECT_EQ(findings[0].text, "0: G, gfx90a");
  EXPECT_EQ(findings[3].text, "3: G, gfx90a (and 2 more)");
  report.execution.requested = "cuda:5";
  EXPECT_EQ(Found(report, "Device"), "5: G, gfx90a (one of 6)");
}

TEST(ReportPhrasesTest, TellsOfNoDeviceAndOfTheCallersLibrary) {
  DiagnosticReport report;
  report.torch.visible_device_count = 0;
  report.torch.devices.emplace();
  report.torch.same_as_caller = false;
  report.torch.hip_build = "6.4";
  EXPECT_EQ(Found(report, "Devices"), "0 visible");
  EXPECT_EQ(Found(report, "LibTorch"),
            "HIP build 6.4, not the one that the calling program has loaded");
  report.runtime.python_version = "3.11.7";
  EXPECT_EQ(Found(report, "torch"),
            "HIP build 6.4, not the one that the calling program has loaded");
  EXPECT_EQ(Found(report, "Python"), "3.11.7");
}

TEST(ReportPhrasesTest, TellsHowTheHostCheckFailed) {
  DiagnosticReport report;
  report.host = HostReport{"nvidia-smi", "not_found", std::nullopt, {}};
  EXPECT_EQ(Found(report, "Host"), "nvidia-smi: not found (says nothing about ROCm)");
  report.host =
      HostReport{"nvidia-smi", "ok", "1.2", std::vector<std::optional<std::uint64_t>>(9, 64)};
  EXPECT_EQ(
      Found(report, "Host"),
      "nvidia-smi: driver 1.2, 64 MiB, 64 MiB, 64 MiB, 64 MiB, 9 cards (says nothing about ROCm)");
}

}  // namespace
}  // namespace kernodeck
