// Rule D12: Markdown for a CI job summary, which nothing in a report can break.
#include "plugin/report/markdown_report.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "plugin/report/plain_text.h"
#include "tests/selftest/sample_reports.h"

namespace kernodeck {
namespace {

bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(MarkdownReportTest, HasHeadingStagesAndVerdict) {
  const std::string text = ToMarkdown(SampleReport(Cause::kDriverMissing));
  EXPECT_EQ(text.rfind("## ❌ kernodeck: `GPU_UNAVAILABLE` (exit status 6)\n\n", 0), 0U);
  EXPECT_TRUE(Has(text, "\n| Stage | Result | Time |\n|---|---|---:|\n"));
  EXPECT_TRUE(Has(text, "\n| import | ✅ passed | 400.0 ms |\n"));
  EXPECT_TRUE(Has(text, "\n| device | ❌ failed | 100.0 ms |\n"));
  EXPECT_TRUE(Has(text, "\n| report | not reached |  |\n"));
  EXPECT_TRUE(Has(text, "\n| Cause | <code>driver&#95;missing</code> (is bad) |\n"));
  EXPECT_TRUE(Has(text, "\n| Owner | machine |\n"));
  EXPECT_TRUE(Has(text, "start it with <code>--gpus all</code>. |\n"));
}

TEST(MarkdownReportTest, OfAPassSaysSo) {
  const std::string text = ToMarkdown(SampleReport(Code::kGpuCheckPassed));
  EXPECT_EQ(text.rfind("## ✅ kernodeck: `GPU_CHECK_PASSED` (exit status 0)\n\n", 0), 0U);
  EXPECT_FALSE(Has(text, "Owner"));
  EXPECT_TRUE(Has(text, "\n| Label runner | example-7 |\n"));
}

TEST(MarkdownReportTest, ListsAMismatchElementByElement) {
  const std::string text = ToMarkdown(SampleReport(Code::kCheckFailed));
  EXPECT_TRUE(
      Has(text,
          "\n| Mismatch | product&#91;0&#93;&#91;1&#93; on cuda&#58;0&#58; got 4.125, want 4 |\n"));
}

TEST(MarkdownReportTest, TellsCouldNotCheckFromBad) {
  EXPECT_TRUE(Has(ToMarkdown(SampleReport(Cause::kDeviceBusy)), "</code> (could not check) |"));
}

TEST(EscapeMarkdownTest, LeavesNoMarkup) {
  EXPECT_EQ(EscapeMarkdown("a|b`c<d>\n&amp;*_[x](y)"),
            "a&#124;b&#96;c&#60;d&#62; &#38;amp;&#42;&#95;&#91;x&#93;&#40;y&#41;");
  EXPECT_EQ(EscapeMarkdown("\xff"), "\xEF\xBF\xBD");
  EXPECT_EQ(EscapeMarkdown("https://x @name"), "https&#58;//x &#64;name");
}

// Whatever foreign text holds, the tables keep their shape and no tag but <code> comes out.
TEST(MarkdownReportTest, ForeignTextBreaksNothing) {
  for (const std::string hostile :
       {"a|b", "`", "``x``", "<script>alert(1)</script>", "</code>", "a\n\n## b", "\\|", "\xff|",
        "<!--", "&lt;img&gt;", "a\r| b |"}) {
    DiagnosticReport report = SampleReport(Code::kCheckFailed);
    const std::string plain = ToMarkdown(report);
    report.verdict.message = hostile;
    report.verdict.next_step = hostile;
    report.labels = {{hostile, hostile}};
    report.torch.version = hostile;
    report.torch.devices->front().name = hostile;
    report.driver->version = hostile;
    report.execution.mismatch.front().device = hostile;
    std::string text = ToMarkdown(report);
    EXPECT_EQ(ValidUtf8(text), text);
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'),
              std::count(plain.begin(), plain.end(), '\n') + 1)
        << hostile;
    for (const std::string tag : {"<code>", "</code>"}) {
      for (std::size_t at = 0; (at = text.find(tag)) != std::string::npos;)
        text.erase(at, tag.size());
    }
    EXPECT_FALSE(Has(text, "<")) << text;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
      const auto bars = std::count(line.begin(), line.end(), '|');
      EXPECT_TRUE(bars == 0 || bars == 3 || bars == 4) << line;
    }
  }
}

TEST(MarkdownReportTest, StaysBelowItsLimitAndSaysWhatItLeftOut) {
  DiagnosticReport report = SampleReport(Code::kCheckFailed);
  report.verdict.message = std::string(200'000, '|');
  report.verdict.next_step = std::string(200'000, '`');
  for (int i = 0; i < 5000; ++i)
    report.labels.emplace_back("label" + std::to_string(i), std::string(1000, '<'));
  const std::string text = ToMarkdown(report);
  EXPECT_LE(text.size(), kMaxMarkdownBytes);
  EXPECT_GT(text.size(), kMaxMarkdownBytes / 2);
  EXPECT_TRUE(Has(text, "Something was left out here"));
  EXPECT_TRUE(Has(text, "| Owner | machine |"));
  EXPECT_FALSE(Has(ToMarkdown(SampleReport(Code::kCheckFailed)), "left out"));
}

// Rule D9: a table of the devices, bounded at any number of them.
TEST(MarkdownReportTest, ListsTheDevices) {
  DiagnosticReport report = SampleReportOfAllDevices();
  std::string text = ToMarkdown(report);
  EXPECT_NE(text.find("| cuda:2 | ❌ <code>TIMEOUT</code> | gradient |  | 30.00 s |\n"),
            std::string::npos)
      << text;
  const DeviceVerdict last = report.devices->back();
  report.devices->resize(4000, last);
  text = ToMarkdown(report);
  EXPECT_LE(text.size(), kMaxMarkdownBytes);
  EXPECT_NE(text.find("| and 3900 more |"), std::string::npos);
  EXPECT_NE(text.find("| Next step |"), std::string::npos);
}

}  // namespace
}  // namespace kernodeck
