// Rule D8: never overwrites, found before the check where possible, whole or not at all, private.
#include "plugin/report/new_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "tests/unit/report/in_child.h"
#include "tests/unit/report/temporary_folder.h"

namespace kernodeck {
namespace {

namespace fs = std::filesystem;

class NewFileTest : public testing::Test {
 protected:
  [[nodiscard]] fs::path In(const std::string& name) const { return folder_.path() / name; }

  TemporaryFolder folder_;
  NewFile file_;
};

void ExpectRefused(const NewFileResult& result, Cause cause, int error) {
  EXPECT_FALSE(result.ok());
  EXPECT_EQ(result.cause, cause);
  EXPECT_EQ(result.error_number, error);
}

TEST_F(NewFileTest, ReservesWithoutATraceAndWritesPrivately) {
  ASSERT_TRUE(file_.Reserve(In("r.json")).ok());
  EXPECT_TRUE(NamesIn(folder_.path()).empty());
  ASSERT_TRUE(file_.Commit("whole\n").ok());
  EXPECT_EQ(ContentOf(In("r.json")), "whole\n");
  struct stat status {};
  ASSERT_EQ(stat(In("r.json").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode, mode_t{S_IFREG | 0600});
  EXPECT_EQ(NamesIn(folder_.path()), std::vector<std::string>{"r.json"});
}

TEST_F(NewFileTest, IsPrivateUnderAnyUmask) {
  const fs::path target = In("r.json");
  EXPECT_EQ(InChild([&]() -> std::string {
              umask(0777);
              NewFile file;
              if (!file.Reserve(target).ok() || !file.Commit("x").ok()) return "not written";
              return fs::status(target).permissions() == fs::perms{0600} ? "" : "mode is not 0600";
            }),
            "");
}

TEST_F(NewFileTest, WritesALongAndAnEmptyContent) {
  const std::string content(3 << 20, 'x');
  ASSERT_TRUE(file_.Reserve(In("long")).ok());
  ASSERT_TRUE(file_.Commit(content).ok());
  EXPECT_EQ(ContentOf(In("long")), content);
  ASSERT_TRUE(file_.Reserve(In("empty")).ok());
  ASSERT_TRUE(file_.Commit("").ok());
  EXPECT_EQ(ContentOf(In("empty")), "");
}

TEST_F(NewFileTest, TakesNamesWithSpacesAndInvalidBytesAndLinkedFolders) {
  fs::create_directory(In("a folder"));
  fs::create_symlink("a folder", In("link"));
  for (const std::string name :
       {"link/my report.json", "a folder/\xff\xfe\n.json", "link/-", "..."}) {
    ASSERT_TRUE(file_.Reserve(In(name)).ok()) << name;
    ASSERT_TRUE(file_.Commit(name).ok()) << name;
    EXPECT_EQ(ContentOf(In(name)), name);
  }
}

TEST_F(NewFileTest, KeepsTheFolderWhenTheWorkingDirectoryChanges) {
  EXPECT_EQ(InChild([&]() -> std::string {
              if (chdir(folder_.path().c_str()) != 0) return "no chdir";
              NewFile file;
              if (!file.Reserve("r.json").ok()) return "not reserved";
              if (chdir("/") != 0) return "no chdir to /";
              return file.Commit("x").ok() ? "" : "not written";
            }),
            "");
  EXPECT_EQ(ContentOf(In("r.json")), "x");
}

TEST_F(NewFileTest, RefusesWhatIsThereAlready) {
  WriteFile(In("file"), "old");
  fs::create_directory(In("folder"));
  fs::create_symlink("nowhere", In("dangling"));
  fs::create_symlink("loop", In("loop"));
  ASSERT_EQ(mkfifo(In("fifo").c_str(), 0600), 0);
  for (const std::string name :
       {"file", "folder", "folder/", "folder/.", ".", "..", "dangling", "loop", "fifo"}) {
    SCOPED_TRACE(name);
    ExpectRefused(file_.Reserve(In(name)), Cause::kOutputExists, EEXIST);
  }
  ExpectRefused(file_.Reserve("/dev/full"), Cause::kOutputExists, EEXIST);
  ExpectRefused(file_.Reserve("/dev/null"), Cause::kOutputExists, EEXIST);
  ExpectRefused(file_.Reserve("/"), Cause::kOutputExists, EEXIST);
  EXPECT_EQ(ContentOf(In("file")), "old");
  EXPECT_FALSE(fs::exists(In("nowhere")));
}

TEST_F(NewFileTest, RefusesAFolderThatIsNotThere) {
  WriteFile(In("file"), "old");
  fs::create_symlink("loop", In("loop"));
  fs::create_symlink("nowhere", In("dangling"));
  ExpectRefused(file_.Reserve(In("missing/r.json")), Cause::kOutputFolderMissing, ENOENT);
  ExpectRefused(file_.Reserve(In("dangling/r.json")), Cause::kOutputFolderMissing, ENOENT);
  ExpectRefused(file_.Reserve(In("file/r.json")), Cause::kOutputFolderMissing, ENOTDIR);
  ExpectRefused(file_.Reserve(In("loop/r.json")), Cause::kOutputFolderMissing, ELOOP);
  EXPECT_FALSE(fs::exists(In("missing")));
  EXPECT_FALSE(fs::exists(In("nowhere")));
}

TEST_F(NewFileTest, RefusesWhatCannotBeAFileName) {
  ExpectRefused(file_.Reserve(""), Cause::kOutputNameInvalid, EINVAL);
  ExpectRefused(file_.Reserve(In("new/")), Cause::kOutputNameInvalid, EINVAL);
  ExpectRefused(file_.Reserve(In(std::string("a\0b", 3))), Cause::kOutputNameInvalid, EINVAL);
  ExpectRefused(file_.Reserve(In(std::string(300, 'x'))), Cause::kOutputNameInvalid, ENAMETOOLONG);
  ExpectRefused(file_.Reserve(std::string(5000, 'x')), Cause::kOutputNameInvalid, ENAMETOOLONG);
  EXPECT_TRUE(NamesIn(folder_.path()).empty());
}

TEST_F(NewFileTest, TakesTheLongestName) {
  const std::string name(255, 'x');
  ASSERT_TRUE(file_.Reserve(In(name)).ok());
  ASSERT_TRUE(file_.Commit("x").ok());
  EXPECT_EQ(ContentOf(In(name)), "x");
}

TEST_F(NewFileTest, DoesNotOverwriteWhatCameAfterTheReservation) {
  ASSERT_TRUE(file_.Reserve(In("file")).ok());
  WriteFile(In("file"), "somebody else's");
  ExpectRefused(file_.Commit("ours"), Cause::kOutputExists, EEXIST);
  EXPECT_EQ(ContentOf(In("file")), "somebody else's");

  ASSERT_TRUE(file_.Reserve(In("link")).ok());
  fs::create_symlink("nowhere", In("link"));
  ExpectRefused(file_.Commit("ours"), Cause::kOutputExists, EEXIST);
  EXPECT_EQ(NamesIn(folder_.path()), (std::vector<std::string>{"file", "link"}));
}

TEST_F(NewFileTest, SaysThatTheFolderWentAwayMeanwhile) {
  fs::create_directory(In("folder"));
  ASSERT_TRUE(file_.Reserve(In("folder/r.json")).ok());
  fs::remove(In("folder"));
  ExpectRefused(file_.Commit("x"), Cause::kOutputFolderMissing, ENOENT);
}

TEST_F(NewFileTest, CommitsOncePerReservation) {
  EXPECT_THROW(static_cast<void>(file_.Commit("x")), std::logic_error);
  ASSERT_TRUE(file_.Reserve(In("r")).ok());
  ASSERT_TRUE(file_.Commit("x").ok());
  EXPECT_THROW(static_cast<void>(file_.Commit("x")), std::logic_error);
  ASSERT_FALSE(file_.Reserve(In("r")).ok());
  EXPECT_THROW(static_cast<void>(file_.Commit("x")), std::logic_error);
}

std::string ContentOfWriter(std::size_t writer) {
  std::string content(100'000, static_cast<char>('a' + writer));
  return content;
}

// All files are committed at the same moment, each by its own thread.
std::vector<NewFileResult> CommitTogether(std::vector<NewFile>& files) {
  std::atomic<std::size_t> ready = 0;
  std::vector<NewFileResult> results(files.size());
  std::vector<std::thread> threads;
  threads.reserve(files.size());
  for (std::size_t writer = 0; writer < files.size(); ++writer) {
    threads.emplace_back([&, writer] {
      for (++ready; ready < files.size();) std::this_thread::yield();
      results[writer] = files[writer].Commit(ContentOfWriter(writer));
    });
  }
  for (std::thread& thread : threads) thread.join();
  return results;
}

TEST_F(NewFileTest, OnlyOneOfManyWritersGetsTheName) {
  constexpr std::size_t kRounds = 50;
  constexpr std::size_t kWriters = 8;
  for (std::size_t round = 0; round < kRounds; ++round) {
    const fs::path target = In("r" + std::to_string(round));
    std::vector<NewFile> files(kWriters);
    for (NewFile& file : files) ASSERT_TRUE(file.Reserve(target).ok());
    std::size_t winners = 0;
    std::size_t writer = 0;
    for (const NewFileResult& result : CommitTogether(files)) {
      if (result.ok()) {
        EXPECT_EQ(ContentOf(target), ContentOfWriter(writer));
        ++winners;
      } else {
        ExpectRefused(result, Cause::kOutputExists, EEXIST);
      }
      ++writer;
    }
    EXPECT_EQ(winners, 1U);
  }
  EXPECT_EQ(NamesIn(folder_.path()).size(), kRounds);
}

TEST_F(NewFileTest, LeavesNoDescriptorOpen) {
  const auto open_descriptors = [] { return NamesIn("/proc/self/fd").size(); };
  const std::size_t before = open_descriptors();
  {
    NewFile unused;
    ASSERT_TRUE(unused.Reserve(In("unused")).ok());
    ASSERT_TRUE(unused.Reserve(In("again")).ok());
    ASSERT_TRUE(file_.Reserve(In("r")).ok());
    ASSERT_TRUE(file_.Commit("x").ok());
    ASSERT_FALSE(file_.Reserve(In("r")).ok());
    ASSERT_FALSE(file_.Reserve(In("missing/r")).ok());
  }
  EXPECT_EQ(open_descriptors(), before);
}

}  // namespace
}  // namespace kernodeck
