#ifndef KERNODECK_TESTS_UNIT_DIAGNOSIS_TEMPORARY_FOLDER_H_
#define KERNODECK_TESTS_UNIT_DIAGNOSIS_TEMPORARY_FOLDER_H_

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace kernodeck {

// A folder of a test's own, with a space in its name, removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "kernodeck test XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = pattern;
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& Path() const { return path_; }

  // Writes a file, its folders included, and returns its path.
  std::filesystem::path Write(const std::filesystem::path& name, const std::string& content = "") {
    const std::filesystem::path file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << content;
    return file;
  }

  // The same, executable.
  std::filesystem::path WriteProgram(const std::filesystem::path& name,
                                     const std::string& content) {
    const std::filesystem::path file = Write(name, content);
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    return file;
  }

 private:
  std::filesystem::path path_;
};

}  // namespace kernodeck

#endif  // KERNODECK_TESTS_UNIT_DIAGNOSIS_TEMPORARY_FOLDER_H_
