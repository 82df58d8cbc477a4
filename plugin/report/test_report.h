#ifndef KERNODECK_PLUGIN_REPORT_TEST_REPORT_H_
#define KERNODECK_PLUGIN_REPORT_TEST_REPORT_H_

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "plugin/core/test_result.h"
#include "plugin/report/new_file.h"

namespace kernodeck {

// One open report on the tests of a run. The file is whole at any moment: whatever happens to this
// process, it holds every finished test and names those that were running. Not thread-safe.
class TestReport {
 public:
  virtual ~TestReport() = default;

  // From now on the file names `test` as running; several may be (`kernodeck run --jobs`).
  virtual void Started(const TestStart& test) = 0;
  // Of the test that finished last it may come again: something failed behind its end. The new
  // result takes the place of the old one.
  virtual void Finished(const TestResult& result) = 0;

  // Brings the file into its final form. Says the first thing that could not be written, now or
  // before.
  [[nodiscard]] virtual NewFileResult End(const TestRunSummary& summary) = 0;
};

enum class TestReportFormat { kJunit, kJunitStrict, kJson };

// A report as it was asked for: FORMAT:FILE.
struct TestReportRequest {
  TestReportFormat format = TestReportFormat::kJunit;
  std::string file;  // may hold the placeholders of FillPattern
};

// The request that `text` spells, or what is wrong with it, one sentence.
[[nodiscard]] std::variant<TestReportRequest, std::string> ParseTestReportRequest(
    std::string_view text);

// Whether every iteration of --gtest_repeat has a file of its own.
[[nodiscard]] bool HasRepeatPlaceholder(const TestReportRequest& request);

// The file's name with {name}, {shard}, {shards}, {repeat} and {pid} filled in.
[[nodiscard]] std::filesystem::path FillPattern(const TestReportRequest& request,
                                                const TestRunInfo& run, int repeat);

// Makes the file, which must not be there, with nothing in it but its head.
[[nodiscard]] std::variant<std::unique_ptr<TestReport>, NewFileResult> OpenTestReport(
    TestReportFormat format, const std::filesystem::path& path, const TestRunInfo& run);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_REPORT_TEST_REPORT_H_
