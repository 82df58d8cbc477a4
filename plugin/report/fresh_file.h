#ifndef KERNODECK_PLUGIN_REPORT_FRESH_FILE_H_
#define KERNODECK_PLUGIN_REPORT_FRESH_FILE_H_

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "kernodeck/cause.h"

namespace kernodeck {

// How a step of writing a file went: no cause where it went well.
struct NewFileResult {
  std::optional<Cause> cause;  // one of OUTPUT_WRITE_FAILED's
  int error_number = 0;        // the `errno` behind it, where there was one

  [[nodiscard]] bool ok() const { return !cause.has_value(); }
};

// What stands in the way of a file while its content is written: no room, a limit, a broken disk.
[[nodiscard]] NewFileResult Incomplete(int error_number);

// The folder of a file to be, held open so that a later change of the working directory does no
// harm, and the last part of its name.
class FilePlace {
 public:
  FilePlace() = default;
  ~FilePlace() { Close(); }
  FilePlace(const FilePlace&) = delete;
  FilePlace& operator=(const FilePlace&) = delete;

  // Takes the place of `path`, whose name must be free and whose folder must be there.
  [[nodiscard]] NewFileResult Find(const std::filesystem::path& path);
  void Close();

  [[nodiscard]] bool found() const { return folder_ >= 0; }
  [[nodiscard]] int folder() const { return folder_; }
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  int folder_ = -1;
  std::string name_;
};

// A new file for its owner only (0600), in the making until it gets its name in one step. Until
// then it has none; where the file system or a missing /proc does not allow that, it is called
// `.kernodeck-*.tmp`, and that name is removed again unless the file gets its own.
class FreshFile {
 public:
  FreshFile() = default;
  ~FreshFile();
  FreshFile(const FreshFile&) = delete;
  FreshFile& operator=(const FreshFile&) = delete;

  // Creates it in the folder that is open as `folder`, which must stay open. Once for an object.
  [[nodiscard]] NewFileResult Create(int folder);

  // Asks for the blocks of about so many bytes beforehand, where the file system can: some would
  // look for them while the file takes another's place, in the one moment in which a process that
  // is killed leaves a temporary name behind.
  void Expect(std::size_t bytes) const;

  // Open for reading and writing; -1 where there is none. Owned by this object until Release().
  [[nodiscard]] int fd() const { return fd_; }

  // Gives the file its name, which must be free: nothing is overwritten or followed. The content is
  // to be written before; `fd()` may be another one after.
  [[nodiscard]] NewFileResult Name(const std::string& name);

  // The same, in the place of the file that has the name.
  [[nodiscard]] NewFileResult NameOver(const std::string& name);

  // Hands the descriptor over to the caller, the file having got its name.
  [[nodiscard]] int Release();

 private:
  [[nodiscard]] int Link(const std::string& name) const;
  [[nodiscard]] NewFileResult CopyIntoNamed();

  int folder_ = -1;
  int fd_ = -1;
  std::string temporary_;  // the name to be removed; empty where there is none
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_REPORT_FRESH_FILE_H_
