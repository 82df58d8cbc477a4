#include "plugin/run/flag_file.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <system_error>

#include "plugin/report/write_all.h"

namespace kernodeck {
namespace {

// These have a meaning in a filter or would end its line, and a name may hold them. `?` is any one
// character.
std::string Pattern(std::string name) {
  std::replace_if(
      name.begin(), name.end(),
      [](char letter) {
        const bool control = letter >= 0 && letter < ' ';
        return control || letter == ':' || letter == '-' || letter == '*';
      },
      '?');
  return name;
}

}  // namespace

PrivateFile::PrivateFile(std::string_view content) : fd_(::memfd_create("kernodeck", MFD_CLOEXEC)) {
  if (!fd_.IsOpen() || !WriteAll(fd_.Get(), content)) {
    throw std::system_error(errno, std::generic_category(), "memfd_create");
  }
}

std::string PrivateFile::Path() const {
  return "/proc/" + std::to_string(::getpid()) + "/fd/" + std::to_string(fd_.Get());
}

std::string PrivateFile::Read(std::size_t max_bytes) const {
  struct stat status = {};
  if (::fstat(fd_.Get(), &status) != 0) return {};
  std::string content(std::min(static_cast<std::size_t>(status.st_size), max_bytes), '\0');
  std::size_t size = 0;
  while (size < content.size()) {
    const ssize_t count =
        ::pread(fd_.Get(), content.data() + size, content.size() - size, static_cast<off_t>(size));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    size += static_cast<std::size_t>(count);
  }
  content.resize(size);
  return content;
}

std::string PrivateFile::Take(std::size_t max_bytes) const {
  std::string content = Read(max_bytes);
  if (::ftruncate(fd_.Get(), 0) != 0) content.clear();
  return content;
}

std::string FilterFlag(const std::vector<ListedTest>& tests,
                       const std::vector<TestIndex>& selected) {
  std::string flag = "--gtest_filter=";
  for (const TestIndex index : selected) {
    if (flag.back() != '=') flag.push_back(':');
    flag += Pattern(FullName(tests[index].id));
  }
  return flag;
}

}  // namespace kernodeck
