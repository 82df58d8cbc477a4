#include "plugin/diagnosis/process_table.h"

#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>
#include <system_error>

namespace kernodeck {
namespace {

namespace fs = std::filesystem;

fs::path ProcFolder(pid_t process) { return fs::path("/proc") / std::to_string(process); }

std::optional<std::string> ReadWhole(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

// Field `number` of /proc/PID/stat as proc(5) counts them, from 3 on: the second field holds the
// program's name, with any bytes in it, and ends at the last parenthesis.
template <typename Integer>
std::optional<Integer> StatField(pid_t process, int number) {
  const std::optional<std::string> stat = ReadWhole(ProcFolder(process) / "stat");
  if (!stat) return std::nullopt;
  std::istringstream fields(stat->substr(stat->rfind(')') + 1));
  std::string field;
  for (int i = 3; i <= number; ++i) fields >> field;
  Integer value{};
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (error != std::errc()) return std::nullopt;
  return value;
}

std::vector<pid_t> AllProcesses() {
  std::vector<pid_t> processes;
  std::error_code error;
  for (fs::directory_iterator entry("/proc", error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename();
    pid_t process = 0;
    const auto [rest, failed] = std::from_chars(name.data(), name.data() + name.size(), process);
    if (failed == std::errc() && rest == name.data() + name.size()) processes.push_back(process);
  }
  return processes;
}

}  // namespace

std::vector<pid_t> ChildrenBySearch(pid_t parent) {
  std::vector<pid_t> children;
  for (const pid_t process : AllProcesses()) {
    if (StatField<pid_t>(process, 4) == parent) children.push_back(process);
  }
  return children;
}

std::vector<pid_t> ChildrenOf(pid_t parent) {
  std::vector<pid_t> children;
  std::error_code error;
  for (fs::directory_iterator thread(ProcFolder(parent) / "task", error), end;
       !error && thread != end; thread.increment(error)) {
    const std::optional<std::string> list = ReadWhole(thread->path() / "children");
    // The file is an option of the kernel; a thread may also have ended in between.
    if (!list) return ChildrenBySearch(parent);
    std::istringstream words(*list);
    children.insert(children.end(), std::istream_iterator<pid_t>(words), {});
  }
  return children;
}

std::vector<pid_t> DescendantsOf(pid_t ancestor) {
  std::vector<pid_t> descendants = ChildrenOf(ancestor);
  for (std::size_t i = 0; i < descendants.size(); ++i) {
    const std::vector<pid_t> children = ChildrenOf(descendants[i]);
    descendants.insert(descendants.end(), children.begin(), children.end());
  }
  return descendants;
}

std::string StateOf(pid_t process) {
  constexpr std::string_view kLabel = "State:\t";
  std::ifstream status(ProcFolder(process) / "status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(kLabel)) return line.substr(kLabel.size());
  }
  return {};
}

std::optional<std::uint64_t> StartTicksOf(pid_t process) {
  return StatField<std::uint64_t>(process, 22);
}

}  // namespace kernodeck
