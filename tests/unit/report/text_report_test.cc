// Rule D12: the text report. D14: every stage, and "could not check" told from "is bad".
#include "plugin/report/text_report.h"

#include <gtest/gtest.h>

#include <sstream>
#include <vector>

#include "plugin/report/plain_text.h"
#include "tests/selftest/sample_reports.h"

namespace kernodeck {
namespace {

constexpr TextOptions kColor{.color = true, .unicode = false};
constexpr TextOptions kUnicode{.color = false, .unicode = true};

bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// Every cause, with every foreign text in the report hostile.
std::vector<DiagnosticReport> HostileReports() {
  std::vector<DiagnosticReport> reports;
  const std::string hostile =
      "\x1b]0;title\x07\nGPU_CHECK_PASSED \xff\u202e\u202c" + std::string(300, 'w');
  for (const CauseInfo& cause : AllCauses()) {
    DiagnosticReport report = SampleReport(cause.cause);
    report.verdict.message += hostile;
    report.labels = {{hostile, hostile}};
    report.torch.version = hostile;
    report.torch.devices = {{0, hostile, 1, hostile, hostile}};
    report.driver = DriverReport{true, 1, hostile, hostile};
    report.host = HostReport{"nvidia-smi", hostile, hostile, {}};
    report.execution.mismatch = {{hostile, {0}, 1, 2, hostile}};
    reports.push_back(report);
  }
  return reports;
}

TEST(TextReportTest, ListsStagesFindingsVerdictAndNextStep) {
  EXPECT_EQ(ToText(SampleReport(Cause::kDriverMissing)),
            "  ok     import        400.0 ms\n"
            "  ok     backend       200.0 ms\n"
            "  FAILED device        100.0 ms\n"
            "  -      not reached: allocation, product, gradient, synchronize, report\n"
            "\n"
            "  LibTorch   2.11.0, CUDA build 13.0, backend cuda\n"
            "  Devices    0 visible\n"
            "  Driver     its library was not found\n"
            "  Time       812.0 ms in all\n"
            "\n"
            "GPU_UNAVAILABLE (exit status 6)\n"
            "  No NVIDIA driver library (libcuda.so.1) was found in this environment.\n"
            "  Stage      device\n"
            "  Cause      driver_missing\n"
            "  Owner      machine\n"
            "  Next step  On the host, install the driver; in a container, start it with "
            "`--gpus all`.\n");
}

TEST(TextReportTest, ListsAMismatchElementByElement) {
  const std::string text = ToText(SampleReport(Code::kCheckFailed));
  EXPECT_TRUE(Has(text, "\n    product[0][1] on cuda:0: got 4.125, want 4\n"));
  EXPECT_TRUE(Has(text, "\n    product[1][0] on cuda:0: got nan, want 10\n"));
}

TEST(TextReportTest, SaysThatACauseIsNoFault) {
  EXPECT_TRUE(Has(ToText(SampleReport(Cause::kDeviceBusy)),
                  "device_busy (says that it could not be checked, not that it is bad)"));
  EXPECT_FALSE(Has(ToText(SampleReport(Cause::kDriverMissing)), "could not be checked"));
}

TEST(TextReportTest, OfAPassNamesNoOwnerNorCause) {
  const std::string text = ToText(SampleReport(Code::kGpuCheckPassed));
  EXPECT_TRUE(Has(text, "\nGPU_CHECK_PASSED (exit status 0)\n"));
  EXPECT_FALSE(Has(text, "Owner"));
  EXPECT_FALSE(Has(text, "Cause"));
  EXPECT_FALSE(Has(text, "Stage "));
  EXPECT_FALSE(Has(text, "not reached"));
  EXPECT_TRUE(Has(text, "\n  Labels     runner=example-7, purpose=nightly build\n"));
}

TEST(TextReportTest, IsPlainAsciiUnlessAsked) {
  for (const CauseInfo& cause : AllCauses()) {
    for (const char letter : ToText(SampleReport(cause.cause)))
      ASSERT_TRUE(letter == '\n' || (letter >= ' ' && letter <= '~')) << cause.id;
  }
}

TEST(TextReportTest, MarksStagesWithSymbolsWhenAsked) {
  const std::string text = ToText(SampleReport(Cause::kDriverMissing), kUnicode);
  EXPECT_TRUE(Has(text, "  \u2713 import        400.0 ms\n"));
  EXPECT_TRUE(Has(text, "  \u2717 device        100.0 ms\n"));
  EXPECT_TRUE(Has(text, "  \u00b7 not reached: allocation"));
}

TEST(TextReportTest, ColorsOnlyAddEscapes) {
  const DiagnosticReport report = SampleReport(Cause::kDriverMissing);
  std::string text = ToText(report, kColor);
  EXPECT_TRUE(Has(text, "\x1b[1;31mGPU_UNAVAILABLE\x1b[0m"));
  EXPECT_TRUE(
      Has(ToText(SampleReport(Code::kGpuCheckPassed), kColor), "\x1b[1;32mGPU_CHECK_PASSED"));
  for (std::size_t begin = 0; (begin = text.find('\x1b')) != std::string::npos;)
    text.erase(begin, text.find('m', begin) - begin + 1);
  EXPECT_EQ(text, ToText(report));
}

TEST(TextReportTest, OfEveryCodeAndCauseIsShort) {
  for (const CauseInfo& cause : AllCauses()) {
    const std::vector<std::string> lines = Lines(ToText(SampleReport(cause.cause)));
    EXPECT_LE(lines.size(), 22U) << cause.id;
    for (const std::string& line : lines) EXPECT_LE(Columns(line), kTextReportColumns) << line;
  }
  for (const CodeInfo& code : AllCodes())
    EXPECT_LE(Lines(ToText(SampleReport(code.code))).size(), 22U) << code.name;
}

TEST(TextReportTest, ForeignTextNeitherSteersNorWidens) {
  for (const DiagnosticReport& report : HostileReports()) {
    const std::string text = ToText(report);
    EXPECT_EQ(ValidUtf8(text), text);
    for (const std::string& line : Lines(text)) {
      ASSERT_LE(Columns(line), kTextReportColumns) << line;
      ASSERT_EQ(OneLine(line), line);
      ASSERT_NE(line.rfind("GPU_CHECK_PASSED", 0), 0U);
    }
  }
}

// Rule D9.
TEST(TextReportTest, ShowsOneLineADeviceAndWhoseStagesFollow) {
  const std::string text = ToText(SampleReportOfAllDevices());
  EXPECT_EQ(text.find("  ok     cuda:0      GPU_CHECK_PASSED      800.0 ms\n"
                      "  FAILED cuda:1      OUT_OF_MEMORY         800.0 ms\n"
                      "  FAILED cuda:2      TIMEOUT                30.00 s\n"
                      "\n"
                      "  Stages of cuda:1\n"
                      "  ok     import "),
            0U)
      << text;
  EXPECT_EQ(Lines(ToText(SampleReport(Code::kTimeout))).front().find("Stages of"),
            std::string::npos);
}

}  // namespace
}  // namespace kernodeck
