#include "plugin/worker/bounded_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace kernodeck {

// Non-blocking, so that a pipe of that name does not hold the worker.
BoundedFile::BoundedFile(const std::filesystem::path& path)
    : descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) {
  if (descriptor_ < 0) {
    error_ = errno;
    return;
  }
  struct stat status {};
  if (fstat(descriptor_, &status) != 0) {
    error_ = errno;
  } else if (!S_ISREG(status.st_mode)) {
    error_ = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
  } else {
    size_ = static_cast<std::uint64_t>(status.st_size);
  }
}

BoundedFile::~BoundedFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

bool BoundedFile::ReadBytes(std::uint64_t offset, void* bytes, std::size_t count) const {
  if (error_ != 0 || !Holds(offset, count)) return false;
  auto* destination = static_cast<char*>(bytes);
  while (count > 0) {
    const ssize_t got = pread(descriptor_, destination, count, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    destination += got;
    offset += static_cast<std::uint64_t>(got);
    count -= static_cast<std::size_t>(got);
  }
  return true;
}

std::optional<std::string> BoundedFile::ReadString(std::uint64_t offset) const {
  std::string text;
  std::array<char, 256> chunk{};
  while (text.size() < 4096 && offset < size_) {
    const auto count =
        static_cast<std::size_t>(std::min<std::uint64_t>(chunk.size(), size_ - offset));
    if (!ReadBytes(offset, chunk.data(), count)) return std::nullopt;
    char* const end = std::find(chunk.data(), chunk.data() + count, '\0');
    text.append(chunk.data(), end);
    if (end != chunk.data() + count) return text;
    offset += count;
  }
  return std::nullopt;
}

}  // namespace kernodeck
