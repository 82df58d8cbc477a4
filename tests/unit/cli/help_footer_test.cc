// C1: the exit statuses in the help come from the one table.
#include "plugin/cli/help_footer.h"

#include <gtest/gtest.h>

#include "kernodeck/code.h"

namespace kernodeck {
namespace {

TEST(DiagnosisExitStatuses, NameEveryCodeBesideItsStatus) {
  const std::string text = DiagnosisExitStatuses();
  for (const CodeInfo& row : AllCodes()) {
    const std::size_t name = text.find(row.name);
    ASSERT_NE(name, std::string::npos) << row.name;
    const std::size_t line = text.rfind('\n', name) + 1;
    EXPECT_EQ(std::stoi(text.substr(line)), row.exit_status) << row.name;
  }
}

TEST(DiagnosisExitStatuses, NameTheOthersToo) {
  for (const char* line :
       {"\n  2    usage error", "\n  129  interrupted", "\n  130  interrupted", "\n  143  "}) {
    EXPECT_NE(DiagnosisExitStatuses().find(line), std::string::npos) << line;
  }
}

TEST(RunExitStatuses, SayWhatEachMeansForARun) {
  for (const char* line :
       {"\n  0    no test failed\n", "\n  1    a test failed\n", "\n  6    GPU_UNAVAILABLE\n",
        "\n  10   TIMEOUT: tests hung", "\n  11   WORKER_FAILED: tests crashed",
        "\n  12   OUTPUT_WRITE_FAILED: a report",
        "\n  130  interrupted by SIGINT; what was left"}) {
    EXPECT_NE(RunExitStatuses().find(line), std::string::npos) << line << RunExitStatuses();
  }
}

TEST(ExamplesSection, IsOneCommandALine) {
  EXPECT_EQ(ExamplesSection({"a b", "c"}), "Examples:\n  a b\n  c\n");
}

}  // namespace
}  // namespace kernodeck
