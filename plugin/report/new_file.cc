#include "plugin/report/new_file.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <utility>

#include "plugin/report/write_all.h"

namespace kernodeck {
namespace {

constexpr mode_t kPrivateMode = S_IRUSR | S_IWUSR;

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const { return fd_; }

 private:
  int fd_;
};

// A named file that is removed again unless it got its final name.
class Temporary {
 public:
  Temporary(int folder, std::string name, int fd)
      : folder_(folder), name_(std::move(name)), file_(fd) {}
  ~Temporary() {
    if (file_.get() >= 0 && !renamed_) unlinkat(folder_, name_.c_str(), 0);
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  [[nodiscard]] int fd() const { return file_.get(); }

  // Gives the file its name and fails with EEXIST where that is taken. Returns errno or 0.
  [[nodiscard]] int Name(const char* name) {
    if (renameat2(folder_, name_.c_str(), folder_, name, RENAME_NOREPLACE) == 0) {
      renamed_ = true;
      return 0;
    }
    if (errno != EINVAL && errno != ENOSYS) return errno;
    return linkat(folder_, name_.c_str(), folder_, name, 0) == 0 ? 0 : errno;
  }

 private:
  int folder_;
  std::string name_;
  Descriptor file_;
  bool renamed_ = false;
};

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

int CreateUnnamed(int folder) {
  return openat(folder, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, kPrivateMode);
}

Temporary CreateNamed(int folder) {
  constexpr int kAttempts = 16;
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string name;
  int fd = -1;
  for (int attempt = 0; attempt < kAttempts && fd < 0; ++attempt) {
    std::uint64_t random = 0;
    if (getrandom(&random, sizeof random, 0) != sizeof random) break;
    name = ".kernodeck-";
    for (int i = 0; i < 16; ++i) name.push_back(kDigits[(random >> (4 * i)) & 0xFU]);
    name += ".tmp";
    fd = openat(folder, name.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC,
                kPrivateMode);
    if (fd < 0 && errno != EEXIST) break;
  }
  return {folder, name, fd};
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

// Writes and flushes; returns errno or 0.
int Fill(int fd, std::string_view content) {
  // A umask may have taken the owner's own bits; where a mode cannot be set, there is none to set.
  static_cast<void>(fchmod(fd, kPrivateMode));
  if (!WriteAll(fd, content)) return errno;
  const bool flushed = fsync(fd) == 0 || errno == EINVAL || errno == ENOSYS;
  return flushed ? 0 : errno;
}

// Gives a file without a name its name; returns errno or 0. The first way needs a capability on
// most kernels, the second /proc.
int NameUnnamed(int fd, int folder, const char* name) {
  if (linkat(fd, "", folder, name, AT_EMPTY_PATH) == 0) return 0;
  if (errno == EEXIST) return errno;
  const std::string link = "/proc/self/fd/" + std::to_string(fd);
  return linkat(AT_FDCWD, link.c_str(), folder, name, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno;
}

// The way over a file with a name.
NewFileResult WriteNamed(int folder, const char* name, std::string_view content) {
  Temporary temporary = CreateNamed(folder);
  if (temporary.fd() < 0) return CreationFailure(folder, errno);
  if (const int error = Fill(temporary.fd(), content); error != 0)
    return Failure(Cause::kOutputIncomplete, error);
  const int error = temporary.Name(name);
  if (error == 0) return {};
  return error == EEXIST ? NameFailure(error) : Failure(Cause::kOutputIncomplete, error);
}

NewFileResult Write(int folder, const char* name, std::string_view content) {
  const Descriptor unnamed(CreateUnnamed(folder));
  if (unnamed.get() < 0) {
    if (!LacksUnnamedFiles(errno)) return CreationFailure(folder, errno);
    return WriteNamed(folder, name, content);
  }
  if (const int error = Fill(unnamed.get(), content); error != 0)
    return Failure(Cause::kOutputIncomplete, error);
  const int error = NameUnnamed(unnamed.get(), folder, name);
  if (error == 0) return {};
  if (error == EEXIST) return NameFailure(error);
  return WriteNamed(folder, name, content);
}

// Whether a file can be created in `folder`, found by creating one that is gone at once.
NewFileResult TryCreation(int folder) {
  const Descriptor unnamed(CreateUnnamed(folder));
  if (unnamed.get() >= 0) return {};
  if (!LacksUnnamedFiles(errno)) return CreationFailure(folder, errno);
  const Temporary temporary = CreateNamed(folder);
  return temporary.fd() >= 0 ? NewFileResult{} : CreationFailure(folder, errno);
}

}  // namespace

NewFile::~NewFile() { Close(); }

void NewFile::Close() {
  if (folder_ >= 0) close(folder_);
  folder_ = -1;
}

NewFileResult NewFile::Reserve(const std::filesystem::path& path) {
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
  if (folder_ < 0) return NameFailure(errno);
  const NewFileResult result = TryCreation(folder_);
  if (!result.ok()) Close();
  return result;
}

NewFileResult NewFile::Commit(std::string_view content) {
  if (folder_ < 0) throw std::logic_error("NewFile::Commit was called without a reservation.");
  const NewFileResult result = Write(folder_, name_.c_str(), content);
  Close();
  return result;
}

}  // namespace kernodeck
