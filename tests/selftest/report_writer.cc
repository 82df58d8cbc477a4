// Writes reports on made-up tests until it is told to stop or killed, for the tests of what a
// reader sees meanwhile:
//   kernodeck_report_writer COUNT FORMAT:FILE...
// Says `begun NAME` before a test is started and `ended NAME` once its result was handed over, each
// a line on standard output.
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "plugin/core/to_number.h"
#include "plugin/report/test_report.h"
#include "tests/selftest/sample_test_results.h"

namespace kernodeck {
namespace {

using Reports = std::vector<std::unique_ptr<TestReport>>;

// Every kind of result, and now and then a text of several pages.
TestResult Result(int number) {
  TestResult result;
  result.start.id = {"Suite", "Test" + std::to_string(number)};
  result.start.file = "tests/some_test.cc";
  result.start.line = number;
  result.start.at = std::chrono::system_clock::now();
  if (number % 3 != 0) return result;
  result.status = number % 2 == 0 ? TestStatus::kFailed : TestStatus::kSkipped;
  result.message = number % 2 == 0 ? "CHECK_FAILED: different" : "not today";
  const auto length = static_cast<std::size_t>(number) * 911 % (number % 27 == 0 ? 20'000 : 200);
  while (result.text.size() < length) result.text.append("line\n").append(kNastyText);
  return result;
}

// One write, so that a line is there whole or not at all.
void Say(const std::string& line) {
  if (write(STDOUT_FILENO, line.data(), line.size()) < 0) _exit(3);
}

bool Open(const char* text, Reports& reports) {
  auto request = ParseTestReportRequest(text);
  auto* good = std::get_if<TestReportRequest>(&request);
  if (good == nullptr) return false;
  TestRunInfo run;
  run.name = "report_writer";
  auto opened = OpenTestReport(good->format, good->file, run);
  auto* report = std::get_if<std::unique_ptr<TestReport>>(&opened);
  if (report == nullptr) return false;
  reports.push_back(std::move(*report));
  return true;
}

// Two tests run at a time: each ends after the next one has begun.
int Run(int count, const Reports& reports) {
  for (int number = 0; number <= count; ++number) {
    if (number < count) {
      const TestStart start = Result(number).start;
      Say("begun " + start.id.name + "\n");
      for (const auto& report : reports) report->Started(start);
    }
    if (number == 0) continue;
    const TestResult result = Result(number - 1);
    for (const auto& report : reports) report->Finished(result);
    Say("ended " + result.start.id.name + "\n");
  }
  for (const auto& report : reports) {
    if (!report->End({}).ok()) return 1;
  }
  return 0;
}

}  // namespace
}  // namespace kernodeck

int main(int argc, char** argv) {
  const auto count = kernodeck::ToNumber<int>(argc > 2 ? argv[1] : "");
  kernodeck::Reports reports;
  bool good = count.has_value();
  for (int i = 2; good && i < argc; ++i) good = kernodeck::Open(argv[i], reports);
  if (!good) {
    std::fputs("Usage: kernodeck_report_writer COUNT FORMAT:FILE...\n", stderr);
    return 2;
  }
  return kernodeck::Run(*count, reports);
}
