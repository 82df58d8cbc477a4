#ifndef KERNODECK_TESTS_UNIT_REPORT_TEMPORARY_FOLDER_H_
#define KERNODECK_TESTS_UNIT_REPORT_TEMPORARY_FOLDER_H_

#include <filesystem>
#include <string>
#include <vector>

namespace kernodeck {

// A new folder, removed with all that is in it at the end.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// The names in `folder`, sorted.
[[nodiscard]] std::vector<std::string> NamesIn(const std::filesystem::path& folder);

// The content of a file; throws where it cannot be read.
[[nodiscard]] std::string ContentOf(const std::filesystem::path& file);

void WriteFile(const std::filesystem::path& file, const std::string& content);

}  // namespace kernodeck

#endif  // KERNODECK_TESTS_UNIT_REPORT_TEMPORARY_FOLDER_H_
