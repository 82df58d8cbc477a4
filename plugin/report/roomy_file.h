#ifndef KERNODECK_PLUGIN_REPORT_ROOMY_FILE_H_
#define KERNODECK_PLUGIN_REPORT_ROOMY_FILE_H_

#include <sys/types.h>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "plugin/report/fresh_file.h"

namespace kernodeck {

// Gathers small pieces and writes them to a descriptor in large ones. Not thread-safe.
class FileWriter {
 public:
  explicit FileWriter(int fd) : fd_(fd) {}

  void Append(std::string_view text);
  void AppendSpaces(std::size_t count);
  // Returns errno of the first write that failed, or 0.
  [[nodiscard]] int Flush();

 private:
  int fd_;
  int error_ = 0;
  std::string buffer_;
};

// Hands the bytes `begin` to `end` of a file on in pieces, so that memory stays flat. Returns errno
// or 0.
[[nodiscard]] int ReadPieces(int fd, std::size_t begin, std::size_t end,
                             const std::function<void(std::string_view)>& take);

// A file that is there under its name from the start, whole: what is used, room made of spaces that
// are really written (so that a full disk is an error now and not a signal later), and a tail at
// the far end. What goes into the room is the owner's affair. It grows, and comes to its final
// form, by another file that takes its place as a whole; never where somebody else's stands there.
// A file that was removed meanwhile comes back then.
// Not thread-safe.
class RoomyFile {
 public:
  RoomyFile() = default;
  ~RoomyFile();
  RoomyFile(const RoomyFile&) = delete;
  RoomyFile& operator=(const RoomyFile&) = delete;

  // Makes the file: `used`, some room, `tail`. Nothing of that name may be there.
  [[nodiscard]] NewFileResult Create(const std::filesystem::path& path, std::string_view used,
                                     std::string_view tail);

  // Makes room for `need` bytes behind the first `used`, which stay where they are.
  [[nodiscard]] NewFileResult Grow(std::size_t used, std::size_t need);

  // Replaces the file by what `fill` writes; after that it may only be closed. `fill` returns errno
  // or 0.
  [[nodiscard]] NewFileResult Finish(const std::function<int(FileWriter& writer)>& fill);

  [[nodiscard]] int fd() const { return fd_; }
  [[nodiscard]] std::size_t room_end() const { return room_end_; }
  [[nodiscard]] std::size_t size() const { return room_end_ + tail_.size(); }

 private:
  [[nodiscard]] NewFileResult GrowTo(std::size_t used, std::size_t room_end);
  [[nodiscard]] NewFileResult Replace(FreshFile& fresh);

  FilePlace place_;
  int fd_ = -1;
  std::size_t room_end_ = 0;
  std::string tail_;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_REPORT_ROOMY_FILE_H_
