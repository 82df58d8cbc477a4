#ifndef KERNODECK_TESTS_UNIT_CLI_FAKE_CONSOLE_H_
#define KERNODECK_TESTS_UNIT_CLI_FAKE_CONSOLE_H_

#include <filesystem>
#include <map>
#include <string>

#include "plugin/cli/console.h"

namespace kernodeck {

// An environment of these variables only.
[[nodiscard]] Environment FakeEnvironment(std::map<std::string, std::string> variables);

// Keeps what a command writes. `out_works` false: standard output fails, as on a full disk.
struct FakeConsole {
  std::string out;
  std::string err;
  bool out_works = true;

  [[nodiscard]] Console Make(std::map<std::string, std::string> variables = {});
};

[[nodiscard]] std::string ReadFile(const std::filesystem::path& file);

}  // namespace kernodeck

#endif  // KERNODECK_TESTS_UNIT_CLI_FAKE_CONSOLE_H_
