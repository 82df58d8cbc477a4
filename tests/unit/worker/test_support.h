#ifndef KERNODECK_TESTS_UNIT_WORKER_TEST_SUPPORT_H_
#define KERNODECK_TESTS_UNIT_WORKER_TEST_SUPPORT_H_

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "plugin/core/event.h"

namespace kernodeck {

// Sets a variable of this process, or takes it away, until the end of the scope.
class ScopedVariable {
 public:
  ScopedVariable(const std::string& name, const std::optional<std::string>& value);
  ~ScopedVariable();
  ScopedVariable(const ScopedVariable&) = delete;
  ScopedVariable& operator=(const ScopedVariable&) = delete;

 private:
  std::string name_;
  std::optional<std::string> before_;
};

// A new folder that is removed with all its content.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  // A file of that name and content; returns its path.
  std::filesystem::path Write(const std::string& name, const std::string& content) const;

 private:
  std::filesystem::path path_;
};

// The folder of the stand-ins that tests/fault builds.
[[nodiscard]] std::filesystem::path Standins();
// Calls `body` as a user who may not read what only root may; false where that is not possible.
[[nodiscard]] bool RunUnprivileged(void (*body)(const std::filesystem::path&),
                                   const std::filesystem::path& argument);

// How a started worker ended, and what it reported.
struct WorkerOutcome {
  bool exited = false;
  int exit_status = 0;
  int signal = 0;
  bool channel_valid = true;
  std::vector<Event> events;
  std::string output;  // stdout and stderr together

  // The last event of that name, and of that `what` where one is given; fails the test without one.
  [[nodiscard]] Event Find(const std::string& name, const std::string& what = {}) const;
  [[nodiscard]] bool Has(const std::string& name, const std::string& what = {}) const;
  // "begin import", "end import", "failure device", "done", ...: the order of the report.
  [[nodiscard]] std::vector<std::string> Order() const;
};

using Variables = std::vector<std::pair<std::string, std::string>>;

// Starts the real worker with a pipe as its channel and waits for its end; at the limit it dies by
// SIGALRM.
WorkerOutcome RunWorkerProcess(std::vector<std::string> arguments, const Variables& variables = {},
                               std::chrono::seconds limit = std::chrono::seconds(60));

}  // namespace kernodeck

#endif  // KERNODECK_TESTS_UNIT_WORKER_TEST_SUPPORT_H_
