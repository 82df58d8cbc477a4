#include "tests/selftest/approved_reports.h"

#include "plugin/report/json_report.h"
#include "plugin/report/report_format.h"
#include "tests/selftest/sample_reports.h"

namespace kernodeck {
namespace {

std::string Extension(const ReportFormat& format) {
  if (format.name == "text") return ".txt";
  if (format.name == "markdown") return ".md";
  return std::string(".").append(format.name);
}

}  // namespace

std::vector<SampleFile> ApprovedReports() {
  std::vector<SampleFile> files;
  for (const ReportFormat& format : AllReportFormats()) {
    for (const CodeInfo& code : AllCodes()) {
      files.push_back({std::string(code.name) + Extension(format),
                       format.write(SampleReport(code.code), TextOptions{})});
    }
    files.push_back({"ALL_DEVICES" + Extension(format),
                     format.write(SampleReportOfAllDevices(), TextOptions{})});
  }
  return files;
}

std::vector<SampleFile> JsonSamples() {
  std::vector<SampleFile> files = {{"all-devices.json", ToJson(SampleReportOfAllDevices())}};
  for (const CodeInfo& code : AllCodes())
    files.push_back({"code-" + std::string(code.name) + ".json", ToJson(SampleReport(code.code))});
  for (const CauseInfo& cause : AllCauses())
    files.push_back(
        {"cause-" + std::string(cause.id) + ".json", ToJson(SampleReport(cause.cause))});
  return files;
}

}  // namespace kernodeck
