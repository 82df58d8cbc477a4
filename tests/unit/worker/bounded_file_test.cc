// Reading at places that a file itself names never leaves the file.
#include "plugin/worker/bounded_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdint>
#include <limits>

#include "tests/unit/worker/test_support.h"

namespace kernodeck {
namespace {

constexpr std::uint64_t kHuge = std::numeric_limits<std::uint64_t>::max();

TEST(BoundedFileTest, ReadsWithinTheFileOnly) {
  const TemporaryFolder folder;
  const BoundedFile file(folder.Write("bytes", "abcdefgh"));
  EXPECT_EQ(file.error(), 0);
  EXPECT_EQ(file.size(), 8U);
  EXPECT_EQ(file.Read<char>(7), 'h');
  EXPECT_FALSE(file.Read<char>(8));
  EXPECT_FALSE(file.Read<std::uint64_t>(1));
  EXPECT_FALSE(file.Read<char>(kHuge));
  EXPECT_EQ(file.ReadArray<char>(2, 3), (std::vector<char>{'c', 'd', 'e'}));
  EXPECT_FALSE(file.ReadArray<char>(2, 7));
  EXPECT_FALSE(file.ReadArray<std::uint64_t>(0, kHuge / 4));
}

TEST(BoundedFileTest, ReadsTextsThatEndWithinTheFileOnly) {
  const TemporaryFolder folder;
  const std::string text(1000, 'x');
  const BoundedFile file(folder.Write("texts", std::string("one\0", 4) + text + '\0' + "open"));
  EXPECT_EQ(file.ReadString(0), "one");
  EXPECT_EQ(file.ReadString(2), "e");
  EXPECT_EQ(file.ReadString(4), text);
  EXPECT_FALSE(file.ReadString(1005));
  EXPECT_FALSE(file.ReadString(kHuge));
}

TEST(BoundedFileTest, OpensRegularFilesOnly) {
  const TemporaryFolder folder;
  EXPECT_EQ(BoundedFile(folder.path() / "none").error(), ENOENT);
  EXPECT_EQ(BoundedFile(folder.path()).error(), EISDIR);
  ASSERT_EQ(mkfifo((folder.path() / "fifo").c_str(), 0600), 0);
  EXPECT_NE(BoundedFile(folder.path() / "fifo").error(), 0);
  EXPECT_FALSE(BoundedFile(folder.path() / "none").Read<char>(0));
}

}  // namespace
}  // namespace kernodeck
