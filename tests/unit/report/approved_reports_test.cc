// One report of every code in every format, compared with what was approved.
#include "tests/selftest/approved_reports.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "tests/unit/report/temporary_folder.h"

namespace kernodeck {
namespace {

const std::filesystem::path kApproved =
    std::filesystem::path(KERNODECK_TEST_SOURCE_FOLDER) / "tests/approved/report";

TEST(ApprovedReportsTest, EveryReportIsAsApproved) {
  for (const SampleFile& sample : ApprovedReports()) {
    ASSERT_TRUE(std::filesystem::exists(kApproved / sample.name)) << sample.name;
    EXPECT_EQ(sample.text, ContentOf(kApproved / sample.name))
        << sample.name
        << "; to approve it: cmake --build <build folder> --target kernodeck_approve";
  }
}

TEST(ApprovedReportsTest, NothingElseIsApproved) {
  std::vector<std::string> names;
  for (const SampleFile& sample : ApprovedReports()) names.push_back(sample.name);
  for (const std::string& name : NamesIn(kApproved))
    EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
}

}  // namespace
}  // namespace kernodeck
