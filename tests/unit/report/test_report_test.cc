// Covers rules G8 and D8 for reports on tests: how one is asked for, what its file is called, and
// what stands in its way, in every format.
#include "plugin/report/test_report.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string>

#include "plugin/core/to_number.h"
#include "tests/selftest/sample_test_results.h"
#include "tests/unit/report/in_child.h"
#include "tests/unit/report/temporary_folder.h"

namespace kernodeck {
namespace {

namespace fs = std::filesystem;

TestReportRequest Request(const std::string& text) {
  auto request = ParseTestReportRequest(text);
  const auto* good = std::get_if<TestReportRequest>(&request);
  EXPECT_NE(good, nullptr) << text;
  return good != nullptr ? *good : TestReportRequest{};
}

std::string Wrong(const std::string& text) {
  auto request = ParseTestReportRequest(text);
  const auto* wrong = std::get_if<std::string>(&request);
  return wrong != nullptr ? *wrong : "";
}

TEST(TestReportRequestTest, NamesAFormatAndAFile) {
  EXPECT_EQ(Request("junit:a.xml").format, TestReportFormat::kJunit);
  EXPECT_EQ(Request("junit-strict:a.xml").format, TestReportFormat::kJunitStrict);
  EXPECT_EQ(Request("json:a").format, TestReportFormat::kJson);
  EXPECT_EQ(Request("json:C:/a b.json").file, "C:/a b.json");
}

TEST(TestReportRequestTest, SaysWhatIsWrong) {
  EXPECT_EQ(Wrong("junitt:a.xml"),
            "\"junitt\" is no format of test reports; there are junit, junit-strict and json. Did "
            "you mean junit?");
  EXPECT_EQ(Wrong("a.xml"),
            "\"a.xml\" is no format of test reports; there are junit, junit-strict and json.");
  EXPECT_EQ(Wrong("json"), "\"json\" names no file; write json:FILE.");
  EXPECT_EQ(Wrong("json:"), "\"json:\" names no file; write json:FILE.");
  EXPECT_NE(Wrong(""), "");
  EXPECT_NE(Wrong("x\x1b[31m:a").find("\"x [31m\""), std::string::npos);
  EXPECT_EQ(Wrong("json:{shrd}.json"),
            "{shrd} is no placeholder; there are name, shard, shards, repeat and pid. Did you mean "
            "shard or shards?");
}

TEST(TestReportRequestTest, PlaceholdersAreFilledIn) {
  const TestRunInfo run = SampleTestRun();
  const auto fill = [&run](const std::string& pattern) {
    return FillPattern(Request("json:" + pattern), run, 2).native();
  };
  EXPECT_EQ(fill("{name}.{shard}of{shards}.{repeat}.json"), "model_test.1of3.2.json");
  EXPECT_EQ(fill("{pid}"), std::to_string(getpid()));
  EXPECT_EQ(fill("a/{ }{}{A}{name"), "a/{ }{}{A}{name");
  EXPECT_EQ(fill("{{name}}"), "{model_test}");
  EXPECT_TRUE(HasRepeatPlaceholder(Request("json:{repeat}")));
  EXPECT_FALSE(HasRepeatPlaceholder(Request("json:{name}")));
}

class TestReportTest : public testing::TestWithParam<TestReportFormat> {
 protected:
  [[nodiscard]] fs::path In(const std::string& name) const { return folder_.path() / name; }

  [[nodiscard]] static std::unique_ptr<TestReport> Open(const fs::path& path) {
    auto opened = OpenTestReport(GetParam(), path, SampleTestRun());
    auto* report = std::get_if<std::unique_ptr<TestReport>>(&opened);
    return report != nullptr ? std::move(*report) : nullptr;
  }

  [[nodiscard]] static std::optional<Cause> Refusal(const fs::path& path) {
    auto opened = OpenTestReport(GetParam(), path, SampleTestRun());
    const auto* result = std::get_if<NewFileResult>(&opened);
    return result != nullptr ? result->cause : std::nullopt;
  }

  static TestResult Failed(int number, std::size_t text) {
    TestResult result;
    result.start.id = {"S", std::string("T").append(std::to_string(number))};
    result.status = TestStatus::kFailed;
    result.text = "CHECK_FAILED: " + std::string(text, 'x');
    return result;
  }

  // Writes `count` tests that say `text` bytes each.
  static void Write(TestReport& report, int count, std::size_t text) {
    for (int i = 0; i < count; ++i) {
      report.Started(Failed(i, text).start);
      report.Finished(Failed(i, text));
    }
  }

  TemporaryFolder folder_;
};

TEST_P(TestReportTest, IsPrivateAndThereFromTheStart) {
  const auto report = Open(In("r"));
  ASSERT_NE(report, nullptr);
  EXPECT_EQ(fs::status(In("r")).permissions(), fs::perms{0600});
  ASSERT_TRUE(report->End({}).ok());
  EXPECT_EQ(fs::status(In("r")).permissions(), fs::perms{0600});
}

TEST_P(TestReportTest, NeverOverwritesNorFollows) {
  WriteFile(In("file"), "old");
  fs::create_directory(In("folder"));
  fs::create_symlink("nowhere", In("dangling"));
  for (const char* name : {"file", "folder", "dangling"})
    EXPECT_EQ(Refusal(In(name)), Cause::kOutputExists) << name;
  EXPECT_EQ(Refusal(In("missing/r")), Cause::kOutputFolderMissing);
  EXPECT_EQ(Refusal(""), Cause::kOutputNameInvalid);
  EXPECT_EQ(ContentOf(In("file")), "old");
  EXPECT_FALSE(fs::exists(In("nowhere")));
}

TEST_P(TestReportTest, LeavesWhatReplacedItsFile) {
  const auto report = Open(In("r"));
  ASSERT_NE(report, nullptr);
  fs::remove(In("r"));
  WriteFile(In("r"), "somebody else's");
  Write(*report, 100, 5000);  // so that it has to grow
  EXPECT_EQ(report->End({}).cause, Cause::kOutputExists);
  EXPECT_EQ(ContentOf(In("r")), "somebody else's");
  EXPECT_EQ(NamesIn(folder_.path()).size(), 1U);
}

// A limit stands for a full disk: the tests go on, the file stays whole, the end tells.
TEST_P(TestReportTest, AFullDiskLeavesTheFileWhole) {
  EXPECT_EQ(InChild([&]() -> std::string {
              const auto report = Open(In("r"));
              if (report == nullptr) return "not opened";
              Write(*report, 3, 100);
              const rlimit limit{200'000, 200'000};
              if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return "no limit";
              Write(*report, 200, 5000);
              const NewFileResult result = report->End({});
              if (result.cause != Cause::kOutputIncomplete) return "not told";
              return result.error_number == EFBIG ? ""
                                                  : "error " + std::to_string(result.error_number);
            }),
            "");
  EXPECT_EQ(NamesIn(folder_.path()).size(), 1U);
  const std::string content = ContentOf(In("r"));
  EXPECT_NE(content.find("T2"), std::string::npos);
  const std::string end =
      GetParam() == TestReportFormat::kJson ? "\n], \"summary\": null}\n" : "</testsuites>\n";
  EXPECT_EQ(content.substr(content.size() - end.size()), end);
}

std::size_t ResidentPages() {
  std::ifstream stream("/proc/self/statm");
  std::size_t total = 0;
  std::size_t resident = 0;
  std::size_t shared = 0;
  stream >> total >> resident >> shared;
  return resident;
}

// 100,000 tests take no more memory than 1,000 (rule P5).
TEST_P(TestReportTest, MemoryStaysFlat) {
  EXPECT_EQ(InChild([&]() -> std::string {
              const auto report = Open(In("r"));
              if (report == nullptr) return "not opened";
              TestResult result;
              std::size_t before = 0;
              for (int i = 0; i < 100'000; ++i) {
                result.start.id = {"Suite", "Test" + std::to_string(i)};
                report->Started(result.start);
                report->Finished(result);
                if (i == 1000) before = ResidentPages();
              }
              if (!report->End({}).ok()) return "not ended";
              const std::size_t grown = ResidentPages() - std::min(before, ResidentPages());
              return grown < 1000 ? "" : "grown by " + std::to_string(grown) + " pages";
            }),
            "");
}

INSTANTIATE_TEST_SUITE_P(Each, TestReportTest,
                         testing::Values(TestReportFormat::kJunit, TestReportFormat::kJunitStrict,
                                         TestReportFormat::kJson),
                         [](const auto& test) {
                           switch (test.param) {
                             case TestReportFormat::kJunit:
                               return "Junit";
                             case TestReportFormat::kJunitStrict:
                               return "JunitStrict";
                             case TestReportFormat::kJson:
                               return "Json";
                           }
                           return "";
                         });

}  // namespace
}  // namespace kernodeck
