#ifndef KERNODECK_TESTS_SELFTEST_SAMPLE_TEST_RESULTS_H_
#define KERNODECK_TESTS_SELFTEST_SAMPLE_TEST_RESULTS_H_

#include <filesystem>
#include <string_view>
#include <vector>

#include "plugin/core/test_result.h"
#include "plugin/report/test_report.h"

namespace kernodeck {

// A made-up run: shard 2 of 3, two repeats, shuffled.
[[nodiscard]] TestRunInfo SampleTestRun();

// One result of each kind, texts that want escaping among them.
[[nodiscard]] std::vector<TestResult> SampleTestResults();

// What sums them up; the machine was not ready.
[[nodiscard]] TestRunSummary SampleTestSummary();

// Bytes that reports have to clean: control characters, invalid UTF-8, noncharacters, and marks
// that XML and JSON use themselves.
inline constexpr std::string_view kNastyText =
    "\x01\x1b[31m<&>\"']]>?>\x7f\xc0\xaf\xed\xa0\x80\xef\xbf\xbe\xef\xbf\xbf\xf4\x90\x80\x80"
    "\xe2\x82\xac\xf0\x9f\x98\x80\xc2\x85\t\r\n<?k ?></testsuite>\\u0000\\";

// A sample in each format, and the name of its file.
struct TestSampleFile {
  TestReportFormat format;
  std::string_view name;
};
[[nodiscard]] std::vector<TestSampleFile> TestSampleFiles();

// The sample run, written to `path` to its end.
void WriteSampleTestReport(TestReportFormat format, const std::filesystem::path& path);

}  // namespace kernodeck

#endif  // KERNODECK_TESTS_SELFTEST_SAMPLE_TEST_RESULTS_H_
