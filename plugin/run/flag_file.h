#ifndef KERNODECK_PLUGIN_RUN_FLAG_FILE_H_
#define KERNODECK_PLUGIN_RUN_FLAG_FILE_H_

#include <string>
#include <string_view>
#include <vector>

#include "plugin/diagnosis/unique_fd.h"
#include "plugin/run/test_list.h"

namespace kernodeck {

// A file of this process without a name in any folder: it is gone with the last who has it open,
// whatever ends this process. Children reach it by /proc while this process lives.
class PrivateFile {
 public:
  // Throws std::system_error where there is no memory or no descriptor for it.
  explicit PrivateFile(std::string_view content = {});

  // The path under which a process of this user opens it.
  [[nodiscard]] std::string Path() const;
  // What is in it, `max_bytes` at most.
  [[nodiscard]] std::string Read(std::size_t max_bytes) const;
  // The same, and empties it.
  [[nodiscard]] std::string Take(std::size_t max_bytes) const;

 private:
  UniqueFd fd_;
};

// The flag `--gtest_filter=...` that selects exactly these tests; 6,000 names fit no argument.
[[nodiscard]] std::string FilterFlag(const std::vector<ListedTest>& tests,
                                     const std::vector<TestIndex>& selected);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_RUN_FLAG_FILE_H_
