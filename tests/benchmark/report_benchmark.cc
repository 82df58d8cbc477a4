// What a report costs (rules G11 and P5): writes COUNT empty tests and prints microseconds a test,
// for all of them and for the end, and the most memory that was resident.
//   report_benchmark COUNT FORMAT:FILE
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <variant>

#include "plugin/core/to_number.h"
#include "plugin/report/test_report.h"

namespace {

using Clock = std::chrono::steady_clock;

double Microseconds(Clock::time_point begin, Clock::time_point end, int count) {
  return std::chrono::duration<double, std::micro>(end - begin).count() / count;
}

int Measure(kernodeck::TestReport& report, int count) {
  kernodeck::TestResult result;
  result.start.file = "tests/some_test.cc";
  result.start.line = 1;
  const Clock::time_point begin = Clock::now();
  for (int i = 0; i < count; ++i) {
    result.start.id = {"Suite", "Test" + std::to_string(i)};
    result.start.at = std::chrono::system_clock::now();
    report.Started(result.start);
    report.Finished(result);
  }
  const Clock::time_point finished = Clock::now();
  const bool ended = report.End({}).ok();
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("%d tests: %.2f us a test, %.2f us a test at the end, %ld KiB\n", count,
              Microseconds(begin, finished, count), Microseconds(finished, Clock::now(), count),
              usage.ru_maxrss);
  return ended ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const auto count = kernodeck::ToNumber<int>(argc == 3 ? argv[1] : "");
  auto request = kernodeck::ParseTestReportRequest(argc == 3 ? argv[2] : "");
  const auto* good = std::get_if<kernodeck::TestReportRequest>(&request);
  if (!count || *count < 1 || good == nullptr) {
    std::fputs("Usage: report_benchmark COUNT FORMAT:FILE\n", stderr);
    return 2;
  }
  kernodeck::TestRunInfo run;
  run.name = "report_benchmark";
  auto opened = kernodeck::OpenTestReport(good->format, good->file, run);
  auto* report = std::get_if<std::unique_ptr<kernodeck::TestReport>>(&opened);
  if (report == nullptr) {
    std::fputs("report_benchmark: the file is there already, or cannot be made\n", stderr);
    return 1;
  }
  return Measure(**report, *count);
}
