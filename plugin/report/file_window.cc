#include "plugin/report/file_window.h"

#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include "plugin/report/write_all.h"

namespace kernodeck {
namespace {

constexpr std::size_t kPage = std::size_t{64} * 1024;  // a multiple of every machine's page
constexpr std::size_t kHead = kPage;
constexpr std::size_t kWindow = std::size_t{1} << 20U;

// linux/magic.h has no name for it in older headers.
constexpr std::uint64_t kXfsMagic = 0x58465342;

// Whether a byte that the file has can always be written again where it stands.
bool WritesInPlace(int fd) {
  struct statfs status {};
  if (fstatfs(fd, &status) != 0) return false;
  switch (static_cast<std::uint64_t>(status.f_type)) {
    case EXT4_SUPER_MAGIC:
    case TMPFS_MAGIC:
    case RAMFS_MAGIC:
    case OVERLAYFS_SUPER_MAGIC:
    case kXfsMagic:
      return true;
    default:
      return false;
  }
}

void Store(char* place, std::string_view bytes) {
  std::atomic_thread_fence(std::memory_order_release);
  if (bytes.size() == 1) {
    std::atomic_ref<char>(*place).store(bytes.front(), std::memory_order_release);
  } else if (bytes.size() == sizeof(std::uint64_t) &&
             reinterpret_cast<std::uintptr_t>(place) % sizeof(std::uint64_t) == 0) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), sizeof word);
    std::atomic_ref<std::uint64_t>(*reinterpret_cast<std::uint64_t*>(place))
        .store(word, std::memory_order_release);
  } else {
    std::memcpy(place, bytes.data(), bytes.size());
  }
}

}  // namespace

void FileWindow::Open(int fd, std::size_t size) {
  Close();
  fd_ = fd;
  size_ = size;
  if (WritesInPlace(fd)) head_ = Map(0, kHead);
}

void FileWindow::Close() {
  Unmap(head_);
  Unmap(window_);
}

FileWindow::Part FileWindow::Map(std::size_t begin, std::size_t length) const {
  const std::size_t end = std::min(begin + length, size_);
  void* bytes = mmap(nullptr, end - begin, PROT_READ | PROT_WRITE, MAP_SHARED, fd_,
                     static_cast<off_t>(begin));
  if (bytes == MAP_FAILED) return {};
  return {static_cast<char*>(bytes), begin, end};
}

void FileWindow::Unmap(Part& part) {
  if (part.bytes != nullptr) munmap(part.bytes, part.end - part.begin);
  part = {};
}

bool FileWindow::MoveTo(std::size_t offset) {
  Unmap(window_);
  window_ = Map(offset / kPage * kPage, kWindow);
  return window_.bytes != nullptr;
}

bool FileWindow::StillWhole() const {
  struct stat status {};
  if (fstat(fd_, &status) != 0) return false;
  if (static_cast<std::size_t>(status.st_size) >= size_) return true;
  errno = EIO;
  return false;
}

bool FileWindow::Write(std::size_t offset, std::string_view bytes) {
  // A byte far behind the window, in a record of long ago, is not worth moving it.
  const bool small_and_behind = bytes.size() == 1 && offset >= head_.end && offset < window_.begin;
  if (!mapped() || small_and_behind) return WriteAllAt(fd_, bytes, static_cast<off_t>(offset));
  while (!bytes.empty()) {
    const bool in_head = offset < head_.end;
    if (!in_head && (offset < window_.begin || offset >= window_.end) && !MoveTo(offset))
      return WriteAllAt(fd_, bytes, static_cast<off_t>(offset));
    const Part& part = in_head ? head_ : window_;
    const std::size_t count = std::min(bytes.size(), part.end - offset);
    Store(part.bytes + (offset - part.begin), bytes.substr(0, count));
    bytes.remove_prefix(count);
    offset += count;
  }
  return true;
}

}  // namespace kernodeck
