// Writes sample reports into a folder that is there already:
//   kernodeck_report_samples approved FOLDER   one report a code in every format: what
//                                              tests/approved/report holds
//   kernodeck_report_samples json FOLDER       one JSON report a code and one a cause: what the
//                                              schema test validates
//   kernodeck_report_samples tests FOLDER      one report on tests in every format: what
//                                              tests/approved/test_report holds
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "tests/selftest/approved_reports.h"
#include "tests/selftest/sample_test_results.h"

int main(int argc, char** argv) {
  const std::string_view kind = argc == 3 ? argv[1] : "";
  if (kind == "tests") {
    for (const kernodeck::TestSampleFile& sample : kernodeck::TestSampleFiles())
      kernodeck::WriteSampleTestReport(sample.format, std::filesystem::path(argv[2]) / sample.name);
    return 0;
  }
  if (kind != "approved" && kind != "json") {
    std::fputs("Usage: kernodeck_report_samples approved|json|tests FOLDER\n", stderr);
    return 2;
  }
  for (const kernodeck::SampleFile& sample :
       kind == "json" ? kernodeck::JsonSamples() : kernodeck::ApprovedReports()) {
    const std::filesystem::path file = std::filesystem::path(argv[2]) / sample.name;
    std::ofstream stream(file, std::ios::binary);
    stream << sample.text << std::flush;
    if (!stream) {
      std::fprintf(stderr, "kernodeck_report_samples: %s cannot be written.\n", file.c_str());
      return 1;
    }
  }
  return 0;
}
