#ifndef KERNODECK_PLUGIN_WORKER_BOUNDED_FILE_H_
#define KERNODECK_PLUGIN_WORKER_BOUNDED_FILE_H_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace kernodeck {

// A regular file opened for reading at given places. Offsets and sizes may come from the file
// itself: what does not lie within it is not read. (Not mapped into memory: a file that shrinks
// meanwhile must not be a bus error.)
class BoundedFile {
 public:
  explicit BoundedFile(const std::filesystem::path& path);
  ~BoundedFile();
  BoundedFile(const BoundedFile&) = delete;
  BoundedFile& operator=(const BoundedFile&) = delete;

  // 0 when the file is open; else errno of the opening (EISDIR and the like for what is no regular
  // file).
  [[nodiscard]] int error() const { return error_; }
  [[nodiscard]] std::uint64_t size() const { return size_; }

  // Whether `count` bytes at `offset` lie within the file.
  [[nodiscard]] bool Holds(std::uint64_t offset, std::uint64_t count) const {
    return offset <= size_ && count <= size_ - offset;
  }

  [[nodiscard]] bool ReadBytes(std::uint64_t offset, void* bytes, std::size_t count) const;

  template <typename T>
  [[nodiscard]] std::optional<T> Read(std::uint64_t offset) const {
    static_assert(std::is_trivially_copyable_v<T>);
    T value{};
    if (!ReadBytes(offset, &value, sizeof(T))) return std::nullopt;
    return value;
  }

  // `count` elements, at most kMaxBytes of them.
  template <typename T>
  [[nodiscard]] std::optional<std::vector<T>> ReadArray(std::uint64_t offset,
                                                        std::uint64_t count) const {
    static_assert(std::is_trivially_copyable_v<T>);
    if (count > kMaxBytes / sizeof(T) || !Holds(offset, count * sizeof(T))) return std::nullopt;
    std::vector<T> elements(static_cast<std::size_t>(count));
    if (!ReadBytes(offset, elements.data(), elements.size() * sizeof(T))) return std::nullopt;
    return elements;
  }

  // The text at `offset` up to its NUL, at most 4095 bytes of it.
  [[nodiscard]] std::optional<std::string> ReadString(std::uint64_t offset) const;

 private:
  static constexpr std::uint64_t kMaxBytes = std::uint64_t{512} << 20U;

  int descriptor_;
  int error_ = 0;
  std::uint64_t size_ = 0;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_WORKER_BOUNDED_FILE_H_
