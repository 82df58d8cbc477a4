#include "plugin/report/new_file.h"

#include <unistd.h>

#include <cerrno>
#include <stdexcept>

#include "plugin/report/write_all.h"

namespace kernodeck {
namespace {

// Writes and flushes; returns errno or 0.
int Fill(int fd, std::string_view content) {
  if (!WriteAll(fd, content)) return errno;
  const bool flushed = fsync(fd) == 0 || errno == EINVAL || errno == ENOSYS;
  return flushed ? 0 : errno;
}

NewFileResult Write(const FilePlace& place, std::string_view content) {
  FreshFile file;
  if (const NewFileResult created = file.Create(place.folder()); !created.ok()) return created;
  if (const int error = Fill(file.fd(), content); error != 0) return Incomplete(error);
  return file.Name(place.name());
}

}  // namespace

NewFileResult NewFile::Reserve(const std::filesystem::path& path) {
  NewFileResult result = place_.Find(path);
  // Whether a file can be created there is found by creating one that is gone at once.
  if (result.ok()) result = FreshFile().Create(place_.folder());
  if (!result.ok()) place_.Close();
  return result;
}

NewFileResult NewFile::Commit(std::string_view content) {
  if (!place_.found()) throw std::logic_error("NewFile::Commit was called without a reservation.");
  const NewFileResult result = Write(place_, content);
  place_.Close();
  return result;
}

}  // namespace kernodeck
