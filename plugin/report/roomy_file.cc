#include "plugin/report/roomy_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "plugin/report/write_all.h"

namespace kernodeck {
namespace {

constexpr std::size_t kPiece = std::size_t{256} * 1024;
constexpr std::size_t kFirstRoom = std::size_t{256} * 1024;

}  // namespace

void FileWriter::Append(std::string_view text) {
  buffer_.append(text);
  if (buffer_.size() >= kPiece) static_cast<void>(Flush());
}

void FileWriter::AppendSpaces(std::size_t count) {
  const std::string spaces(std::min(count, kPiece), ' ');
  for (; count > 0; count -= std::min(count, kPiece))
    Append({spaces.data(), std::min(count, kPiece)});
}

int FileWriter::Flush() {
  if (error_ == 0 && !WriteAll(fd_, buffer_)) error_ = errno;
  buffer_.clear();
  return error_;
}

int ReadPieces(int fd, std::size_t begin, std::size_t end,
               const std::function<void(std::string_view)>& take) {
  std::string buffer(std::min(kPiece, end - begin), '\0');
  while (begin < end) {
    const ssize_t got =
        pread(fd, buffer.data(), std::min(buffer.size(), end - begin), static_cast<off_t>(begin));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return got == 0 ? EIO : errno;
    take({buffer.data(), static_cast<std::size_t>(got)});
    begin += static_cast<std::size_t>(got);
  }
  return 0;
}

RoomyFile::~RoomyFile() {
  if (fd_ >= 0) close(fd_);
}

NewFileResult RoomyFile::Create(const std::filesystem::path& path, std::string_view used,
                                std::string_view tail) {
  if (const NewFileResult found = place_.Find(path); !found.ok()) return found;
  FreshFile fresh;
  if (const NewFileResult created = fresh.Create(place_.folder()); !created.ok()) return created;
  FileWriter writer(fresh.fd());
  writer.Append(used);
  writer.AppendSpaces(kFirstRoom);
  writer.Append(tail);
  if (const int error = writer.Flush(); error != 0) return Incomplete(error);
  if (const NewFileResult named = fresh.Name(place_.name()); !named.ok()) return named;
  fd_ = fresh.Release();
  room_end_ = used.size() + kFirstRoom;
  tail_ = tail;
  return {};
}

// Takes our own file's place; where that was removed meanwhile, the name must still be free.
NewFileResult RoomyFile::Replace(FreshFile& fresh) {
  struct stat ours {};
  struct stat there {};
  if (fstat(fd_, &ours) != 0) return Incomplete(errno);
  const bool found =
      fstatat(place_.folder(), place_.name().c_str(), &there, AT_SYMLINK_NOFOLLOW) == 0;
  if (found && (ours.st_dev != there.st_dev || ours.st_ino != there.st_ino))
    return {Cause::kOutputExists, EEXIST};
  const NewFileResult named = found ? fresh.NameOver(place_.name()) : fresh.Name(place_.name());
  if (!named.ok()) return named;
  close(std::exchange(fd_, fresh.Release()));
  return {};
}

// Growing fourfold keeps the time of all copies together linear, and them few; where the disk has
// no room for that, what is needed now is enough.
NewFileResult RoomyFile::Grow(std::size_t used, std::size_t need) {
  const NewFileResult grown = GrowTo(used, 4 * used + 2 * need);
  return grown.cause == Cause::kOutputIncomplete ? GrowTo(used, used + need) : grown;
}

NewFileResult RoomyFile::GrowTo(std::size_t used, std::size_t room_end) {
  FreshFile fresh;
  if (const NewFileResult created = fresh.Create(place_.folder()); !created.ok()) return created;
  fresh.Expect(room_end + tail_.size());
  FileWriter writer(fresh.fd());
  const auto append = [&writer](std::string_view piece) { writer.Append(piece); };
  if (const int error = ReadPieces(fd_, 0, used, append); error != 0) return Incomplete(error);
  writer.AppendSpaces(room_end - used);
  writer.Append(tail_);
  if (const int error = writer.Flush(); error != 0) return Incomplete(error);
  if (const NewFileResult replaced = Replace(fresh); !replaced.ok()) return replaced;
  room_end_ = room_end;
  return {};
}

NewFileResult RoomyFile::Finish(const std::function<int(FileWriter& writer)>& fill) {
  FreshFile fresh;
  if (const NewFileResult created = fresh.Create(place_.folder()); !created.ok()) return created;
  fresh.Expect(size());
  FileWriter writer(fresh.fd());
  const int filled = fill(writer);
  const int flushed = writer.Flush();
  if (filled != 0 || flushed != 0) return Incomplete(filled != 0 ? filled : flushed);
  // Gives back the blocks that were not needed.
  if (ftruncate(fresh.fd(), lseek(fresh.fd(), 0, SEEK_CUR)) != 0) return Incomplete(errno);
  return Replace(fresh);
}

}  // namespace kernodeck
