// Covers D11: reports name source files relative to a folder of the user's, or by their bare name.
#include "plugin/gtest/source_path.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

TEST(SourcePath, IsRelativeToTheRoot) {
  EXPECT_EQ(SourcePath("/src/app/tests/a.cc", "/src/app"), "tests/a.cc");
  EXPECT_EQ(SourcePath("/src/app/tests/../a.cc", "/src/app/"), "a.cc");
  EXPECT_EQ(SourcePath("tests/a.cc", "/src/app"), "tests/a.cc");
  EXPECT_EQ(SourcePath("./tests/a.cc", "/src/app"), "tests/a.cc");
}

TEST(SourcePath, NeverLeadsOut) {
  EXPECT_EQ(SourcePath("/home/someone/a.cc", "/src/app"), "a.cc");
  EXPECT_EQ(SourcePath("/src/apple/a.cc", "/src/app"), "a.cc");
  EXPECT_EQ(SourcePath("../../src/a.cc", "/src/app"), "a.cc");
  EXPECT_EQ(SourcePath("/a.cc", ""), "a.cc");
}

// Ninja and ccache name files relative to the folder of the build.
TEST(SourcePath, FindsBelowTheRootWhatLeadsOutOfTheBuild) {
  const std::filesystem::path here = std::filesystem::path("/proc/self");
  EXPECT_EQ(SourcePath("../../fdinfo/0", here), "fdinfo/0");
  EXPECT_EQ(SourcePath("../../fdinfo/none", here), "none");
  EXPECT_EQ(SourcePath("../../fdinfo/0", ""), "0");
  EXPECT_EQ(SourcePath("/fdinfo/0", here), "0") << "another file of that name";
}

TEST(SourceNames, WorkEachOutOnce) {
  SourceNames names("/src");
  EXPECT_EQ(names.Of("/src/a.cc"), "a.cc");
  EXPECT_EQ(names.Of("/src/b/a.cc"), "b/a.cc");
  EXPECT_EQ(names.Of("/src/a.cc"), "a.cc");
}

TEST(SourcePath, KeepsWhatIsNoPath) {
  EXPECT_EQ(SourcePath("", "/src"), "");
  EXPECT_EQ(SourcePath("a.cc", ""), "a.cc");
}

TEST(SourcePath, TheRootOfTheFileSystemIsNoFolderOfSources) {
  EXPECT_EQ(SourcePath("/home/me/a.cc", "/"), "a.cc");
  EXPECT_EQ(SourcePath("/home/me/a.cc", ""), "a.cc");
  EXPECT_EQ(SourcePath("tests/a.cc", "/"), "tests/a.cc");
}

}  // namespace
}  // namespace kernodeck
