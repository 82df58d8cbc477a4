#ifndef KERNODECK_PLUGIN_REPORT_JSON_TEST_REPORT_H_
#define KERNODECK_PLUGIN_REPORT_JSON_TEST_REPORT_H_

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plugin/report/roomy_file.h"
#include "plugin/report/test_report.h"

namespace kernodeck {

// A JSON document that is whole at any moment: its end stands at the far end of the file, and the
// room before it is white space inside the list of tests. A record, with the comma before it, comes
// and goes by one write that lies inside one page, which nothing cuts. The first record has no
// comma, so it may never go: it has room for whatever its test will have to say.
class JsonTestReport : public TestReport {
 public:
  explicit JsonTestReport(TestRunInfo run) : run_(std::move(run)) {}

  // Makes the file; once, and before anything else.
  [[nodiscard]] NewFileResult Create(const std::filesystem::path& path);

  void Started(const TestStart& test) override;
  void Finished(const TestResult& result) override;
  [[nodiscard]] NewFileResult End(const TestRunSummary& summary) override;

 private:
  struct Slot {
    std::size_t place = 0;
    std::size_t size = 0;
    bool first = false;
  };
  struct Running {
    TestId id;
    int repeat = 1;
    Slot slot;
  };

  [[nodiscard]] Slot Append(std::string_view record);
  [[nodiscard]] bool FitsInto(const Slot& slot, std::string_view record);
  void Write(const Slot& slot, std::string_view record);
  void Blank(const Slot& slot);
  void Put(std::size_t place, std::string_view bytes);
  void Fail(const NewFileResult& result);

  TestRunInfo run_;
  std::string head_;
  RoomyFile file_;
  NewFileResult failure_;
  std::size_t end_ = 0;  // where the next record goes, or behind it
  bool empty_ = true;
  std::vector<Running> running_;
  std::optional<Running> last_;  // that finished
};

// Hands on JSON without the white space outside its texts. Takes it in pieces that may be cut
// anywhere.
class DenseJson {
 public:
  [[nodiscard]] std::string Dense(std::string_view piece);

 private:
  [[nodiscard]] std::size_t TextRun(std::string_view piece);

  bool in_text_ = false;
  bool escaped_ = false;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_REPORT_JSON_TEST_REPORT_H_
