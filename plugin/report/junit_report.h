#ifndef KERNODECK_PLUGIN_REPORT_JUNIT_REPORT_H_
#define KERNODECK_PLUGIN_REPORT_JUNIT_REPORT_H_

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "plugin/report/file_window.h"
#include "plugin/report/junit_markup.h"
#include "plugin/report/roomy_file.h"
#include "plugin/report/test_report.h"

namespace kernodeck {

// JUnit XML that is well-formed at every byte. All that is not shown yet lies in a processing
// instruction that runs to the fixed end of the file:
//
//   …<?k ?><testcase …/>          shown
//   <?k ? <testcase …/>           hidden: the instruction runs on, through the record
//   <?k ?                    ?></testsuite></testsuites>
//
// A record is written hidden, the next instruction behind it, and one byte shows it: the `>` that
// completes `<?k ?>`. The same byte, made a space again, hides it. No record holds `?>`, and all is
// ASCII, so it does not matter which of the bytes of a hidden one have arrived. What is hidden is
// never used again: a reader that has seen its first half may still come to the second.
class JunitReport : public TestReport {
 public:
  JunitReport(JunitDialect dialect, TestRunInfo run) : dialect_(dialect), run_(std::move(run)) {}

  // Makes the file; once, and before anything else.
  [[nodiscard]] NewFileResult Create(const std::filesystem::path& path);

  void Started(const TestStart& test) override;
  void Finished(const TestResult& result) override;
  [[nodiscard]] NewFileResult End(const TestRunSummary& summary) override;

 private:
  struct Running {
    TestId id;
    int repeat = 1;
    std::size_t record = 0;  // the place of the byte that shows it
  };

  // The test that finished last.
  struct Last {
    Running shown;
    TestStatus status = TestStatus::kPassed;
    std::chrono::duration<double> seconds{};
  };

  [[nodiscard]] bool Ready();
  void Fail(const NewFileResult& result);
  void Write(std::size_t place, std::string_view bytes);
  void Show(std::size_t record) { Write(record, ">"); }
  void Hide(std::size_t record) { Write(record, " "); }
  [[nodiscard]] std::size_t Append(std::string_view record);
  [[nodiscard]] JunitCounts Shown() const;
  void WriteCounts(const JunitCounts& counts);
  [[nodiscard]] std::size_t Replaced(const TestResult& result, bool& amends);
  void Count(TestStatus status, std::chrono::duration<double> seconds, bool more);
  [[nodiscard]] int FillFinal(const TestRunSummary& summary, FileWriter& writer);

  JunitDialect dialect_;
  TestRunInfo run_;
  JunitHead head_;
  RoomyFile file_;
  FileWindow window_;
  NewFileResult failure_;
  std::size_t unended_ = 0;  // the place that shows the case of the run itself
  std::size_t records_ = 0;  // where the tests' records begin
  std::size_t end_ = 0;      // where the next record goes
  std::vector<Running> running_;
  std::optional<Last> last_;
  JunitCounts finished_;
  JunitCounts written_;
  std::string record_;  // kept, so that its memory is
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_REPORT_JUNIT_REPORT_H_
