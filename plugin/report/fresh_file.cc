#include "plugin/report/fresh_file.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <utility>

#include "plugin/report/write_all.h"

namespace kernodeck {
namespace {

constexpr mode_t kPrivateMode = S_IRUSR | S_IWUSR;

NewFileResult Failure(Cause cause, int error) { return {cause, error}; }

// What an error means while a name is looked up or a file is created.
NewFileResult NameFailure(int error) {
  switch (error) {
    case EEXIST:
      return Failure(Cause::kOutputExists, error);
    case ENOENT:
    case ENOTDIR:
    case ELOOP:
      return Failure(Cause::kOutputFolderMissing, error);
    case ENAMETOOLONG:
    case EINVAL:
    case EILSEQ:
      return Failure(Cause::kOutputNameInvalid, error);
    case EACCES:
    case EPERM:
    case EROFS:
      return Failure(Cause::kOutputNotPermitted, error);
    default:
      return Failure(Cause::kOutputIncomplete, error);
  }
}

// What an error means when a finished file is given its name.
NewFileResult NamingFailure(int error) {
  if (error == 0) return {};
  return error == EEXIST ? NameFailure(error) : Incomplete(error);
}

int CreateUnnamed(int folder) {
  return openat(folder, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, kPrivateMode);
}

// A name that nobody else uses; empty where there is no randomness.
std::string RandomName() {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::uint64_t random = 0;
  if (getrandom(&random, sizeof random, 0) != sizeof random) return {};
  std::string name = ".kernodeck-";
  for (int i = 0; i < 16; ++i) name.push_back(kDigits[(random >> (4 * i)) & 0xFU]);
  return name + ".tmp";
}

int CreateNamed(int folder, std::string& name) {
  constexpr int kAttempts = 16;
  int fd = -1;
  for (int attempt = 0; attempt < kAttempts && fd < 0; ++attempt) {
    name = RandomName();
    if (name.empty()) break;
    fd = openat(folder, name.c_str(), O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW | O_CLOEXEC,
                kPrivateMode);
    if (fd < 0 && errno != EEXIST) break;
  }
  if (fd < 0) name.clear();
  return fd;
}

// Whether creating a file failed only because the file system has no files without a name.
bool LacksUnnamedFiles(int error) {
  return error == EOPNOTSUPP || error == EISDIR || error == ENOENT || error == EINVAL ||
         error == ENOSYS;
}

// What an error means while a file is created in a folder that is held open. In one that was
// removed meanwhile file systems give various errors; ENOENT in one that is there comes from a file
// system that creates no files, as /proc.
NewFileResult CreationFailure(int folder, int error) {
  struct stat status {};
  const bool there = fstat(folder, &status) == 0 && status.st_nlink > 0;
  if (!there) return NameFailure(ENOENT);
  if (error == ENOENT) return Failure(Cause::kOutputNotPermitted, error);
  return NameFailure(error);
}

// A umask may have taken the owner's own bits; where a mode cannot be set, there is none to set.
void MakePrivate(int fd) { static_cast<void>(fchmod(fd, kPrivateMode)); }

// Returns errno or 0.
int Copy(int from, int to) {
  char buffer[std::size_t{16} * 1024];
  for (off_t at = 0;;) {
    const ssize_t got = pread(from, buffer, sizeof buffer, at);
    if (got == 0) return 0;
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 || !WriteAll(to, {buffer, static_cast<std::size_t>(got)})) return errno;
    at += got;
  }
}

// Gives a file that has a name another one and fails with EEXIST where that is taken.
int Rename(int folder, const std::string& from, const std::string& to) {
  if (renameat2(folder, from.c_str(), folder, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
  if (linkat(folder, from.c_str(), folder, to.c_str(), 0) != 0) return errno;
  unlinkat(folder, from.c_str(), 0);
  return 0;
}

}  // namespace

NewFileResult Incomplete(int error_number) {
  return Failure(Cause::kOutputIncomplete, error_number);
}

NewFileResult FilePlace::Find(const std::filesystem::path& path) {
  Close();
  const std::string& text = path.native();
  if (text.empty() || text.find('\0') != std::string::npos) return NameFailure(EINVAL);
  struct stat status {};
  if (lstat(text.c_str(), &status) == 0) return NameFailure(EEXIST);
  if (errno != ENOENT) return NameFailure(errno);
  name_ = path.filename().native();
  if (name_.empty()) return NameFailure(EINVAL);
  const std::string parent = path.has_parent_path() ? path.parent_path().native() : ".";
  folder_ = open(parent.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  return folder_ < 0 ? NameFailure(errno) : NewFileResult{};
}

void FilePlace::Close() {
  if (folder_ >= 0) close(folder_);
  folder_ = -1;
}

FreshFile::~FreshFile() {
  if (!temporary_.empty()) unlinkat(folder_, temporary_.c_str(), 0);
  if (fd_ >= 0) close(fd_);
}

NewFileResult FreshFile::Create(int folder) {
  folder_ = folder;
  fd_ = CreateUnnamed(folder);
  if (fd_ < 0 && LacksUnnamedFiles(errno)) fd_ = CreateNamed(folder, temporary_);
  if (fd_ < 0) return CreationFailure(folder, errno);
  MakePrivate(fd_);
  return {};
}

void FreshFile::Expect(std::size_t bytes) const {
  static_cast<void>(fallocate(fd_, FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(bytes)));
}

// Gives a file without a name its name; returns errno or 0. The first way needs a capability on
// most kernels, the second /proc.
int FreshFile::Link(const std::string& name) const {
  if (linkat(fd_, "", folder_, name.c_str(), AT_EMPTY_PATH) == 0) return 0;
  if (errno == EEXIST) return errno;
  const std::string link = "/proc/self/fd/" + std::to_string(fd_);
  return linkat(AT_FDCWD, link.c_str(), folder_, name.c_str(), AT_SYMLINK_FOLLOW) == 0 ? 0 : errno;
}

// Where a file without a name cannot get one, its content goes into one that has.
NewFileResult FreshFile::CopyIntoNamed() {
  const int named = CreateNamed(folder_, temporary_);
  if (named < 0) return CreationFailure(folder_, errno);
  MakePrivate(named);
  const int error = Copy(fd_, named);
  close(std::exchange(fd_, named));
  return error == 0 ? NewFileResult{} : Incomplete(error);
}

NewFileResult FreshFile::Name(const std::string& name) {
  if (temporary_.empty()) {
    const int error = Link(name);
    if (error == 0 || error == EEXIST) return NamingFailure(error);
    if (const NewFileResult copied = CopyIntoNamed(); !copied.ok()) return copied;
  }
  const int error = Rename(folder_, temporary_, name);
  if (error == 0) temporary_.clear();
  return NamingFailure(error);
}

NewFileResult FreshFile::NameOver(const std::string& name) {
  if (temporary_.empty()) {
    // Only a file that has a name can take another's place.
    std::string temporary = RandomName();
    if (!temporary.empty() && Link(temporary) == 0) {
      temporary_ = std::move(temporary);
    } else if (const NewFileResult copied = CopyIntoNamed(); !copied.ok()) {
      return copied;
    }
  }
  if (renameat(folder_, temporary_.c_str(), folder_, name.c_str()) != 0) return Incomplete(errno);
  temporary_.clear();
  return {};
}

int FreshFile::Release() { return std::exchange(fd_, -1); }

}  // namespace kernodeck
