// Rule D12: the formats, from one table.
#include "plugin/report/report_format.h"

#include <gtest/gtest.h>

#include "plugin/report/json_report.h"
#include "plugin/report/markdown_report.h"
#include "tests/selftest/sample_reports.h"

namespace kernodeck {
namespace {

TEST(ReportFormatTest, FindsEachFormatByItsName) {
  const DiagnosticReport report = SampleReport(Cause::kDeviceBusy);
  const TextOptions options{.color = true, .unicode = true};
  EXPECT_EQ(FindReportFormat("json").value().write(report, options), ToJson(report));
  EXPECT_EQ(FindReportFormat("markdown").value().write(report, options), ToMarkdown(report));
  EXPECT_EQ(FindReportFormat("text").value().write(report, options), ToText(report, options));
}

TEST(ReportFormatTest, FindsNothingElse) {
  for (const std::string_view name : {"", "JSON", "jso", "json ", "junit"})
    EXPECT_FALSE(FindReportFormat(name)) << name;
}

TEST(ReportFormatTest, HasTextFirstAndDescribesEach) {
  EXPECT_EQ(AllReportFormats().front().name, "text");
  for (const ReportFormat& format : AllReportFormats()) {
    EXPECT_FALSE(format.description.empty()) << format.name;
    EXPECT_EQ(FindReportFormat(format.name)->write, format.write);
  }
}

}  // namespace
}  // namespace kernodeck
