// Rule D8 for files that are made in two steps: new_file_test.cc covers the naming of a new one,
// this the taking of another's place.
#include "plugin/report/fresh_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string>

#include "plugin/report/write_all.h"
#include "tests/unit/report/in_child.h"
#include "tests/unit/report/refused_system_call.h"
#include "tests/unit/report/temporary_folder.h"

namespace kernodeck {
namespace {

class FreshFileTest : public testing::Test {
 protected:
  // Puts a file with `content` in the place of `name`; says what was wrong.
  [[nodiscard]] std::string PutOver(const std::string& name, const std::string& content) const {
    FilePlace place;
    if (!place.Find(In("unused")).ok()) return "no folder";
    FreshFile fresh;
    if (!fresh.Create(place.folder()).ok()) return "not created";
    if (!WriteAll(fresh.fd(), content)) return "not written";
    if (!fresh.NameOver(name).ok()) return "not named";
    const int fd = fresh.Release();
    std::string again(content.size(), '\0');
    const ssize_t got = pread(fd, again.data(), again.size(), 0);
    close(fd);
    return got == static_cast<ssize_t>(content.size()) && again == content ? "" : "other content";
  }

  [[nodiscard]] std::filesystem::path In(const std::string& name) const {
    return folder_.path() / name;
  }

  TemporaryFolder folder_;
};

TEST_F(FreshFileTest, TakesTheFilesPlacePrivately) {
  WriteFile(In("r"), "old");
  ASSERT_EQ(PutOver("r", "new"), "");
  EXPECT_EQ(ContentOf(In("r")), "new");
  EXPECT_EQ(NamesIn(folder_.path()), std::vector<std::string>{"r"});
  struct stat status {};
  ASSERT_EQ(stat(In("r").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode, mode_t{S_IFREG | 0600});
}

TEST_F(FreshFileTest, LeavesNothingWithoutAName) {
  FilePlace place;
  ASSERT_TRUE(place.Find(In("r")).ok());
  {
    FreshFile fresh;
    ASSERT_TRUE(fresh.Create(place.folder()).ok());
    ASSERT_TRUE(WriteAll(fresh.fd(), "x"));
  }
  EXPECT_TRUE(NamesIn(folder_.path()).empty());
}

TEST_F(FreshFileTest, SaysWhatCannotBeReplaced) {
  std::filesystem::create_directory(In("folder"));
  EXPECT_EQ(PutOver("folder", "x"), "not named");
  EXPECT_EQ(NamesIn(folder_.path()), std::vector<std::string>{"folder"});
}

// A kernel or file system that lacks files without a name, or the means to name them.
class LackingFreshFileTest : public FreshFileTest, public testing::WithParamInterface<bool> {};

TEST_P(LackingFreshFileTest, StillTakesTheFilesPlace) {
  WriteFile(In("r"), "old");
  const std::string content(100'000, 'x');
  EXPECT_EQ(InChild([&]() -> std::string {
              const bool refused = GetParam()
                                       ? RefuseSystemCall(SYS_openat, EOPNOTSUPP, 2, O_TMPFILE)
                                       : RefuseSystemCall(SYS_linkat, ENOENT);
              return refused ? PutOver("r", content) : "no seccomp";
            }),
            "");
  EXPECT_EQ(ContentOf(In("r")), content);
  EXPECT_EQ(NamesIn(folder_.path()), std::vector<std::string>{"r"});
}

INSTANTIATE_TEST_SUITE_P(Each, LackingFreshFileTest, testing::Bool(), [](const auto& test) {
  return test.param ? "NoUnnamedFiles" : "NoLinks";
});

}  // namespace
}  // namespace kernodeck
