// Covers rules G8 and D8: a report grows and ends by another file that takes its place whole, and
// never somebody else's; a full disk leaves the old one.
#include "plugin/report/roomy_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <string>

#include "tests/unit/report/in_child.h"
#include "tests/unit/report/temporary_folder.h"

namespace kernodeck {
namespace {

class RoomyFileTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(file_.Create(path_, "head", "tail").ok()); }

  [[nodiscard]] static int FillWithX(FileWriter& writer) {
    writer.Append("final");
    return 0;
  }

  TemporaryFolder folder_;
  std::filesystem::path path_ = folder_.path() / "report";
  RoomyFile file_;
};

TEST_F(RoomyFileTest, HasRoomBetweenHeadAndTail) {
  const std::string content = ContentOf(path_);
  EXPECT_EQ(content.size(), file_.size());
  EXPECT_EQ(content.substr(0, 4), "head");
  EXPECT_EQ(content.substr(file_.room_end()), "tail");
  EXPECT_EQ(content.find_first_not_of(' ', 4), file_.room_end());
  EXPECT_EQ(std::filesystem::status(path_).permissions(), std::filesystem::perms{0600});
}

// Every byte has its block: a hole would be a signal later, on a full disk.
TEST_F(RoomyFileTest, ItsRoomIsWrittenAndNoHole) {
  struct stat status {};
  ASSERT_EQ(stat(path_.c_str(), &status), 0);
  EXPECT_GE(status.st_blocks * 512, status.st_size);
}

TEST_F(RoomyFileTest, GrowsAndKeepsWhatIsUsed) {
  const std::string before = ContentOf(path_).substr(0, 1000);
  for (const std::size_t need : {1U, 100'000U, 3'000'000U}) {
    ASSERT_TRUE(file_.Grow(1000, need).ok());
    EXPECT_GE(file_.room_end(), 1000 + need);
    const std::string room(file_.room_end() - 1000, ' ');
    EXPECT_TRUE(ContentOf(path_) == before + room + "tail");
  }
  EXPECT_EQ(NamesIn(folder_.path()), std::vector<std::string>{"report"});
}

TEST_F(RoomyFileTest, EndsAsItIsTold) {
  ASSERT_TRUE(file_.Finish(FillWithX).ok());
  EXPECT_EQ(ContentOf(path_), "final");
}

TEST_F(RoomyFileTest, AFinalFormThatCannotBeMadeLeavesTheFile) {
  const std::string before = ContentOf(path_);
  const NewFileResult result = file_.Finish([](FileWriter&) { return EIO; });
  EXPECT_EQ(result.cause, Cause::kOutputIncomplete);
  EXPECT_EQ(result.error_number, EIO);
  EXPECT_EQ(ContentOf(path_), before);
  EXPECT_EQ(NamesIn(folder_.path()).size(), 1U);
}

TEST_F(RoomyFileTest, LeavesWhatSomebodyElsePutThere) {
  std::filesystem::remove(path_);
  WriteFile(path_, "somebody else's");
  EXPECT_EQ(file_.Grow(4, 1).cause, Cause::kOutputExists);
  EXPECT_EQ(file_.Finish(FillWithX).cause, Cause::kOutputExists);
  EXPECT_EQ(ContentOf(path_), "somebody else's");
  EXPECT_EQ(NamesIn(folder_.path()).size(), 1U);
}

TEST_F(RoomyFileTest, LeavesALinkThatSomebodyElsePutThere) {
  std::filesystem::rename(path_, folder_.path() / "moved");
  std::filesystem::create_symlink("moved", path_);
  EXPECT_EQ(file_.Finish(FillWithX).cause, Cause::kOutputExists);
  EXPECT_TRUE(std::filesystem::is_symlink(path_));
  EXPECT_EQ(ContentOf(path_).substr(0, 4), "head");
}

TEST_F(RoomyFileTest, ComesBackWhereItWasRemoved) {
  std::filesystem::remove(path_);
  ASSERT_TRUE(file_.Grow(4, 1).ok());
  EXPECT_EQ(ContentOf(path_).substr(0, 4), "head");
  std::filesystem::remove(path_);
  ASSERT_TRUE(file_.Finish(FillWithX).ok());
  EXPECT_EQ(ContentOf(path_), "final");
}

TEST_F(RoomyFileTest, SaysThatItsFolderIsGone) {
  const std::filesystem::path folder = folder_.path() / "folder";
  std::filesystem::create_directory(folder);
  RoomyFile file;
  ASSERT_TRUE(file.Create(folder / "report", "head", "tail").ok());
  std::filesystem::remove_all(folder);
  EXPECT_EQ(file.Finish(FillWithX).cause, Cause::kOutputFolderMissing);
}

TEST_F(RoomyFileTest, GrowsByLittleWhereThereIsNoRoomForMuch) {
  EXPECT_EQ(InChild([&]() -> std::string {
              const rlimit limit{1'000'000, 1'000'000};
              if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return "no limit";
              return file_.Grow(file_.room_end(), 400'000).ok() ? "" : "not grown";
            }),
            "");
  EXPECT_EQ(NamesIn(folder_.path()).size(), 1U);
  EXPECT_LE(std::filesystem::file_size(path_), 1'000'000U);
}

TEST_F(RoomyFileTest, ALimitLeavesTheFileThatThereIs) {
  const std::string before = ContentOf(path_);
  EXPECT_EQ(InChild([&]() -> std::string {
              const rlimit limit{100'000, 100'000};
              if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return "no limit";
              const NewFileResult result = file_.Grow(4, 200'000);
              return result.error_number == EFBIG ? ""
                                                  : "error " + std::to_string(result.error_number);
            }),
            "");
  EXPECT_EQ(ContentOf(path_), before);
  EXPECT_EQ(NamesIn(folder_.path()).size(), 1U);
}

}  // namespace
}  // namespace kernodeck
