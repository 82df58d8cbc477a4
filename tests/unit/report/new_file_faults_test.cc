// Rule D8 where the system refuses: other users, full disks, limits, kernels and file systems that
// lack a call. Each test runs in a child process that has the fault.
#include <fcntl.h>
#include <grp.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <functional>
#include <string>

#include "plugin/report/new_file.h"
#include "tests/unit/report/in_child.h"
#include "tests/unit/report/refused_system_call.h"
#include "tests/unit/report/temporary_folder.h"

namespace kernodeck {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kNotPossible = "not possible here: ";
constexpr uid_t kNobody = 65534;

std::string Text(const NewFileResult& result) {
  const std::string cause(result.cause ? Info(*result.cause).id : "ok");
  return cause + " " + std::to_string(result.error_number);
}

std::string Text(Cause cause, int error) { return Text(NewFileResult{cause, error}); }

std::string Reserved(const fs::path& path) { return Text(NewFile().Reserve(path)); }

// What a write of `content` to `path` gives: of the reservation where that fails.
std::string Written(const fs::path& path, const std::string& content) {
  NewFile file;
  const NewFileResult reserved = file.Reserve(path);
  if (!reserved.ok()) return "reserve: " + Text(reserved);
  return Text(file.Commit(content));
}

class NewFileFaultsTest : public testing::Test {
 protected:
  // Runs `body` in a child and expects that it returns `want`. Marks the test as skipped where the
  // fault cannot be made here.
  static void ExpectInChild(const std::string& want, const std::function<std::string()>& body) {
    const std::string got = InChild(body);
    if (got.rfind(kNotPossible, 0) == 0) GTEST_SKIP() << got;
    EXPECT_EQ(got, want);
  }

  [[nodiscard]] fs::path In(const std::string& name) const { return folder_.path() / name; }
  [[nodiscard]] std::vector<std::string> Left() const { return NamesIn(folder_.path()); }

  TemporaryFolder folder_;
};

std::string NotPossible(const std::string& why) { return std::string(kNotPossible) + why; }

// Gives up root's rights, so that permissions count.
bool BecomeOrdinaryUser() {
  if (geteuid() != 0) return true;
  return setgroups(0, nullptr) == 0 && setgid(kNobody) == 0 && setuid(kNobody) == 0;
}

// An own user namespace, in which this user is root: files could not be created in it otherwise.
bool EnterOwnUsers() {
  const std::string user = std::to_string(geteuid());
  const std::string group = std::to_string(getegid());
  if (unshare(CLONE_NEWUSER) != 0) return false;
  WriteFile("/proc/self/setgroups", "deny");
  WriteFile("/proc/self/uid_map", "0 " + user + " 1");
  WriteFile("/proc/self/gid_map", "0 " + group + " 1");
  return true;
}

// An own mount namespace, in which this process may mount.
bool EnterOwnMounts() {
  return (geteuid() == 0 || EnterOwnUsers()) && unshare(CLONE_NEWNS) == 0 &&
         mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
}

TEST_F(NewFileFaultsTest, AFolderThatMayNotBeWrittenIsFoundBefore) {
  fs::create_directory(In("folder"));
  fs::permissions(folder_.path(), fs::perms{0755});
  fs::permissions(In("folder"), fs::perms{0555});
  ExpectInChild(Text(Cause::kOutputNotPermitted, EACCES), [&]() -> std::string {
    return BecomeOrdinaryUser() ? Reserved(In("folder/r.json")) : NotPossible("setuid");
  });
}

TEST_F(NewFileFaultsTest, AFolderThatMayNotBeEnteredIsFoundBefore) {
  fs::create_directory(In("folder"));
  fs::permissions(folder_.path(), fs::perms{0755});
  fs::permissions(In("folder"), fs::perms{0});
  ExpectInChild(Text(Cause::kOutputNotPermitted, EACCES), [&]() -> std::string {
    return BecomeOrdinaryUser() ? Reserved(In("folder/r.json")) : NotPossible("setuid");
  });
  fs::permissions(In("folder"), fs::perms{0700});
}

TEST_F(NewFileFaultsTest, AnOrdinaryUserWritesToAFolderThatMayOnlyBeWritten) {
  fs::create_directory(In("folder"));
  fs::permissions(folder_.path(), fs::perms{0755});
  fs::permissions(In("folder"), fs::perms{0333});
  ExpectInChild("ok 0", [&]() -> std::string {
    return BecomeOrdinaryUser() ? Written(In("folder/r.json"), "x") : NotPossible("setuid");
  });
  fs::permissions(In("folder"), fs::perms{0700});
  if (IsSkipped()) return;
  EXPECT_EQ(ContentOf(In("folder/r.json")), "x");
}

TEST_F(NewFileFaultsTest, AReadOnlyFileSystemIsFoundBefore) {
  ExpectInChild(Text(Cause::kOutputNotPermitted, EROFS), [&]() -> std::string {
    if (!EnterOwnMounts() ||
        mount("none", folder_.path().c_str(), "tmpfs", MS_RDONLY, "size=16k") != 0)
      return NotPossible("mount");
    return Reserved(In("r.json"));
  });
}

TEST_F(NewFileFaultsTest, AFileSystemWithoutNewFilesIsFoundBefore) {
  const std::string got = Reserved("/proc/kernodeck-report.json");
  EXPECT_EQ(got.rfind("output_not_permitted", 0), 0U) << got;
}

// A full disk, on both ways of writing.
class FullDiskTest : public NewFileFaultsTest, public testing::WithParamInterface<bool> {};

TEST_P(FullDiskTest, LeavesNoPartOfTheFile) {
  ExpectInChild(Text(Cause::kOutputIncomplete, ENOSPC) + ", left: 0", [&]() -> std::string {
    if (!EnterOwnMounts() || mount("none", folder_.path().c_str(), "tmpfs", 0, "size=16k") != 0)
      return NotPossible("mount");
    if (GetParam() && !RefuseSystemCall(SYS_openat, EOPNOTSUPP, 2, O_TMPFILE))
      return NotPossible("seccomp");
    const std::string got = Written(In("r.json"), std::string(1 << 20, 'x'));
    return got + ", left: " + std::to_string(Left().size());
  });
}

TEST_P(FullDiskTest, AFileSizeLimitNeitherKillsNorLeavesAPart) {
  ExpectInChild(Text(Cause::kOutputIncomplete, EFBIG), [&]() -> std::string {
    const rlimit limit{4096, 4096};
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return NotPossible("setrlimit");
    if (GetParam() && !RefuseSystemCall(SYS_openat, EOPNOTSUPP, 2, O_TMPFILE))
      return NotPossible("seccomp");
    return Written(In("r.json"), std::string(1 << 20, 'x'));
  });
  if (IsSkipped()) return;
  EXPECT_TRUE(Left().empty());
}

TEST_P(FullDiskTest, AFailingFlushLeavesNoPart) {
  ExpectInChild(Text(Cause::kOutputIncomplete, EIO), [&]() -> std::string {
    if (GetParam() && !RefuseSystemCall(SYS_openat, EOPNOTSUPP, 2, O_TMPFILE))
      return NotPossible("seccomp");
    return RefuseSystemCall(SYS_fsync, EIO) ? Written(In("r.json"), "x") : NotPossible("seccomp");
  });
  if (IsSkipped()) return;
  EXPECT_TRUE(Left().empty());
}

INSTANTIATE_TEST_SUITE_P(NewFile, FullDiskTest, testing::Bool(), [](const auto& test) {
  return test.param ? "WithANamedTemporary" : "WithoutAName";
});

// A file system or kernel that lacks some of the calls; the name of the case says which.
struct Lack {
  const char* name;
  bool unnamed_files;
  bool link_by_descriptor;
  bool link_by_proc;
  bool rename_noreplace;
};

class LackTest : public NewFileFaultsTest, public testing::WithParamInterface<Lack> {
 protected:
  static bool Apply(const Lack& lack) {
    bool applied = true;
    if (lack.unnamed_files) applied &= RefuseSystemCall(SYS_openat, EOPNOTSUPP, 2, O_TMPFILE);
    if (lack.link_by_descriptor) applied &= RefuseSystemCall(SYS_linkat, ENOENT, 4, AT_EMPTY_PATH);
    if (lack.link_by_proc) applied &= RefuseSystemCall(SYS_linkat, ENOENT, 4, AT_SYMLINK_FOLLOW);
    if (lack.rename_noreplace) applied &= RefuseSystemCall(SYS_renameat2, EINVAL);
    return applied;
  }
};

TEST_P(LackTest, StillWritesWhole) {
  ExpectInChild("ok 0", [&]() -> std::string {
    return Apply(GetParam()) ? Written(In("r.json"), "whole") : NotPossible("seccomp");
  });
  if (IsSkipped()) return;
  EXPECT_EQ(ContentOf(In("r.json")), "whole");
  EXPECT_EQ(Left().size(), 1U);
}

TEST_P(LackTest, StillNeverOverwrites) {
  ExpectInChild(Text(Cause::kOutputExists, EEXIST), [&]() -> std::string {
    if (!Apply(GetParam())) return NotPossible("seccomp");
    NewFile file;
    if (!file.Reserve(In("r.json")).ok()) return "not reserved";
    WriteFile(In("r.json"), "old");
    return Text(file.Commit("new"));
  });
  if (IsSkipped()) return;
  EXPECT_EQ(ContentOf(In("r.json")), "old");
  EXPECT_EQ(Left().size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(NewFile, LackTest,
                         testing::Values(Lack{"NothingLacks", false, false, false, false},
                                         Lack{"NoLinkByDescriptor", false, true, false, false},
                                         Lack{"NoProc", false, true, true, false},
                                         Lack{"NoUnnamedFiles", true, false, false, false},
                                         Lack{"NoUnnamedFilesNoRename", true, false, false, true},
                                         Lack{"NoProcNoRename", false, true, true, true}),
                         [](const auto& test) { return std::string(test.param.name); });

TEST_F(NewFileFaultsTest, AFileSystemThatCannotNameWithoutOverwritingIsRefused) {
  ExpectInChild(Text(Cause::kOutputIncomplete, EPERM), [&]() -> std::string {
    const bool refused =
        RefuseSystemCall(SYS_linkat, EPERM) && RefuseSystemCall(SYS_renameat2, EINVAL);
    return refused ? Written(In("r.json"), "x") : NotPossible("seccomp");
  });
  if (IsSkipped()) return;
  EXPECT_TRUE(Left().empty());
}

}  // namespace
}  // namespace kernodeck
