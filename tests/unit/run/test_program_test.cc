// Bad input of the issue: a program that is not there or cannot be run is named with the reason,
// before anything is started.
#include "plugin/run/test_program.h"

#include <gtest/gtest.h>

#include "tests/unit/diagnosis/temporary_folder.h"

namespace kernodeck {
namespace {

namespace fs = std::filesystem;

class TestProgramTest : public testing::Test {
 protected:
  std::string WhyNot(const std::string& name, const std::string& path = "") {
    const auto found = FindTestProgram(name, path);
    const auto* why = std::get_if<std::string>(&found);
    return why == nullptr ? "" : *why;
  }

  TemporaryFolder folder_;
};

TEST_F(TestProgramTest, APathIsTakenAsItIs) {
  const fs::path program = folder_.WriteProgram("tests", "#!/bin/sh\n");
  const auto found = FindTestProgram(program.string(), "");
  ASSERT_TRUE(std::holds_alternative<fs::path>(found));
  EXPECT_EQ(std::get<fs::path>(found), program);
}

TEST_F(TestProgramTest, ANameIsLookedForInTheFoldersOfPath) {
  const fs::path program = folder_.WriteProgram("bin/tests", "#!/bin/sh\n");
  folder_.Write("first/tests", "no program");
  const std::string path =
      (folder_.Path() / "first").string() + "::" + (folder_.Path() / "bin").string() + ":/usr/bin";
  const auto found = FindTestProgram("tests", path);
  ASSERT_TRUE(std::holds_alternative<fs::path>(found));
  EXPECT_EQ(std::get<fs::path>(found), program);
}

TEST_F(TestProgramTest, SaysWhyNot) {
  EXPECT_EQ(WhyNot((folder_.Path() / "absent").string()), "is not there");
  EXPECT_EQ(WhyNot(folder_.Path().string()), "is a folder");
  EXPECT_EQ(WhyNot(folder_.Write("text", "x").string()), "is not executable by this user");
  EXPECT_EQ(WhyNot("/dev/null"), "is no regular file");
  EXPECT_EQ(WhyNot("surely_absent", "/usr/bin:/bin"), "is in no folder of PATH");
  EXPECT_EQ(WhyNot("", "/usr/bin"), "is in no folder of PATH");
}

TEST_F(TestProgramTest, SaysWhatToTypeForTheOneHere) {
  folder_.WriteProgram("tests", "#!/bin/sh\n");
  const fs::path before = fs::current_path();
  fs::current_path(folder_.Path());
  EXPECT_EQ(WhyNot("tests", "/usr/bin"), "is in no folder of PATH; write ./tests for the one here");
  fs::current_path(before);
}

}  // namespace
}  // namespace kernodeck
