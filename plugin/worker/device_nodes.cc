#include "plugin/worker/device_nodes.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <system_error>
#include <vector>

namespace kernodeck {
namespace {

namespace fs = std::filesystem;

std::string Refusal(const fs::path& node) {
  const int descriptor = open(node.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK);
  if (descriptor >= 0) {
    close(descriptor);
    return {};
  }
  if (errno == EACCES) return "EACCES";
  if (errno == EPERM) return "EPERM";
  return {};
}

// nvidia0, nvidia1, ...: the cards' own nodes.
bool IsCardNode(std::string_view name) {
  constexpr std::string_view kStem = "nvidia";
  return name.size() > kStem.size() && name.substr(0, kStem.size()) == kStem &&
         std::all_of(name.begin() + kStem.size(), name.end(),
                     [](char letter) { return letter >= '0' && letter <= '9'; });
}

}  // namespace

std::string RefusedNvidiaNode(const fs::path& root) {
  std::vector<fs::path> nodes = {root / "nvidiactl"};
  std::error_code error;
  for (fs::directory_iterator entry(root, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    if (IsCardNode(entry->path().filename().string())) nodes.push_back(entry->path());
  }
  std::sort(nodes.begin() + 1, nodes.end());
  for (const fs::path& node : nodes) {
    if (std::string refusal = Refusal(node); !refusal.empty()) return refusal;
  }
  return {};
}

std::string RefusedKfdNode(const fs::path& root) { return Refusal(root / "kfd"); }

}  // namespace kernodeck
