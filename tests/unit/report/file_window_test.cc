// Covers rules G8 and P5: places of a file are written through a window that moves, and a file that
// was cut is told and not fatal.
#include "plugin/report/file_window.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <random>
#include <string>

#include "tests/unit/report/in_child.h"
#include "tests/unit/report/refused_system_call.h"
#include "tests/unit/report/temporary_folder.h"

namespace kernodeck {
namespace {

constexpr std::size_t kSize = (std::size_t{3} << 20U) + 17;

class FileWindowTest : public testing::Test {
 protected:
  void SetUp() override {
    WriteFile(path_, content_);
    fd_ = open(path_.c_str(), O_RDWR | O_CLOEXEC);
    window_.Open(fd_, kSize);
  }
  void TearDown() override { close(fd_); }

  void Put(std::size_t offset, const std::string& bytes) {
    ASSERT_TRUE(window_.Write(offset, bytes));
    content_.replace(offset, bytes.size(), bytes);
  }

  TemporaryFolder folder_;
  std::filesystem::path path_ = folder_.path() / "file";
  std::string content_ = std::string(kSize, ' ');
  int fd_ = -1;
  FileWindow window_;
};

TEST_F(FileWindowTest, WritesWhereItIsTold) {
  Put(0, "head");
  Put(8, "12345678");
  Put(64 * 1024 - 3, "over the end of the head");
  Put(1 << 20, std::string(std::size_t{2} << 20U, 'x'));
  Put(kSize - 5, "tail!");
  Put(100'000, "x");  // one byte, behind the window
  EXPECT_EQ(ContentOf(path_), content_);
}

TEST_F(FileWindowTest, WritesAnythingAnywhere) {
  std::mt19937 random(4711);
  for (int round = 0; round < 2000; ++round) {
    const std::size_t length = 1 + random() % (round % 50 == 0 ? 1'500'000 : 300);
    Put(random() % (kSize - length), std::string(length, static_cast<char>('a' + round % 26)));
  }
  EXPECT_EQ(ContentOf(path_), content_);
}

TEST_F(FileWindowTest, WritesWithoutAMapToo) {
  EXPECT_EQ(InChild([&]() -> std::string {
              if (!RefuseSystemCall(SYS_mmap, ENODEV)) return "no seccomp";
              FileWindow window;
              window.Open(fd_, kSize);
              if (window.mapped()) return "mapped";
              return window.Write(10, "12345678") && window.Write(kSize - 1, "x") ? ""
                                                                                  : "not written";
            }),
            "");
  content_.replace(10, 8, "12345678");
  content_.back() = 'x';
  EXPECT_EQ(ContentOf(path_), content_);
}

TEST_F(FileWindowTest, TellsThatTheFileWasCut) {
  EXPECT_TRUE(window_.StillWhole());
  ASSERT_EQ(truncate(path_.c_str(), kSize - 1), 0);
  EXPECT_FALSE(window_.StillWhole());
  EXPECT_EQ(errno, EIO);
}

}  // namespace
}  // namespace kernodeck
