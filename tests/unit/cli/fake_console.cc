#include "tests/unit/cli/fake_console.h"

#include <fstream>
#include <iterator>
#include <utility>

namespace kernodeck {

Environment FakeEnvironment(std::map<std::string, std::string> variables) {
  return [variables = std::move(variables)](const std::string& name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    if (found == variables.end()) return std::nullopt;
    return found->second;
  };
}

Console FakeConsole::Make(std::map<std::string, std::string> variables) {
  Console console;
  console.out = [this](std::string_view text) {
    if (out_works) out += text;
    return out_works;
  };
  console.err = [this](std::string_view text) { err += text; };
  console.environment = FakeEnvironment(std::move(variables));
  return console;
}

std::string ReadFile(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace kernodeck
