#ifndef KERNODECK_PLUGIN_REPORT_NEW_FILE_H_
#define KERNODECK_PLUGIN_REPORT_NEW_FILE_H_

#include <filesystem>
#include <string_view>

#include "plugin/report/fresh_file.h"

namespace kernodeck {

// Writes a file that was not there before: whole or not at all, and for its owner only (0600).
//
//   NewFile file;
//   if (const NewFileResult result = file.Reserve(path); !result.ok()) ...  // before the work
//   ...
//   if (const NewFileResult result = file.Commit(text); !result.ok()) ...   // after it
//
// Nothing of that name is ever overwritten or followed, not even what somebody puts there between
// the two steps. The content is written to a file without a name, which then gets its name in one
// step. Where the file system or a missing /proc does not allow that, it is written to a file named
// `.kernodeck-*.tmp` in the same folder, which is removed again on any failure (only a SIGKILL
// during Commit leaves it behind). Parent folders are not created. Not thread-safe; several
// NewFiles, also for one path, may be used side by side.
class NewFile {
 public:
  // Finds out, as far as that is possible before there is a content, whether `path` can be written:
  // its name is free, its folder is there, and a file can be created in it. Leaves no file behind
  // and keeps the folder open, so that a later change of the working directory does no harm.
  [[nodiscard]] NewFileResult Reserve(const std::filesystem::path& path);

  // Writes `content` under the name that was reserved, and ends the reservation. Calling it without
  // one is a broken precondition and throws std::logic_error.
  [[nodiscard]] NewFileResult Commit(std::string_view content);

 private:
  FilePlace place_;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_REPORT_NEW_FILE_H_
