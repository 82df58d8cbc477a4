#ifndef KERNODECK_PLUGIN_REPORT_FILE_WINDOW_H_
#define KERNODECK_PLUGIN_REPORT_FILE_WINDOW_H_

#include <cstddef>
#include <string_view>

namespace kernodeck {

// Writes to places of a file whose bytes are all there already, without a system call in the common
// case: through a mapped head and a mapped window that moves, so that memory stays flat. Only on
// file systems that write where a byte stands (a full one that copies on write could not store a
// mapped byte, and says so by a signal); elsewhere each write is a system call. Not thread-safe.
class FileWindow {
 public:
  FileWindow() = default;
  ~FileWindow() { Close(); }
  FileWindow(const FileWindow&) = delete;
  FileWindow& operator=(const FileWindow&) = delete;

  // From now on writes to `fd`, which stays the caller's and has `size` bytes.
  void Open(int fd, std::size_t size);
  void Close();

  // Whether the file still has its bytes: writing to a mapped one that was cut would be a signal.
  [[nodiscard]] bool StillWhole() const;

  // Returns false where that fails, with `errno` set. Eight bytes at a place that eight divides,
  // and one byte anywhere, come to be as one, after all that was written before.
  [[nodiscard]] bool Write(std::size_t offset, std::string_view bytes);

  [[nodiscard]] bool mapped() const { return head_.bytes != nullptr; }

 private:
  struct Part {
    char* bytes = nullptr;
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  [[nodiscard]] Part Map(std::size_t begin, std::size_t length) const;
  [[nodiscard]] bool MoveTo(std::size_t offset);
  static void Unmap(Part& part);

  int fd_ = -1;
  std::size_t size_ = 0;
  Part head_;
  Part window_;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_REPORT_FILE_WINDOW_H_
