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

int TryOpen(const fs::path& node) {
  const int descriptor = open(node.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return errno;
  close(descriptor);
  return 0;
}

std::string Refusal(const DeviceNodes& nodes, const fs::path& node) {
  const int error = nodes.try_open(node);
  if (error == EACCES) return "EACCES";
  if (error == EPERM) return "EPERM";
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

DeviceNodes::DeviceNodes() : try_open(TryOpen) {}

std::string RefusedNvidiaNode(const DeviceNodes& nodes) {
  std::vector<fs::path> files = {nodes.root / "nvidiactl"};
  std::error_code error;
  for (fs::directory_iterator entry(nodes.root, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    if (IsCardNode(entry->path().filename().string())) files.push_back(entry->path());
  }
  std::sort(files.begin() + 1, files.end());
  for (const fs::path& file : files) {
    if (std::string refusal = Refusal(nodes, file); !refusal.empty()) return refusal;
  }
  return {};
}

std::string RefusedKfdNode(const DeviceNodes& nodes) { return Refusal(nodes, nodes.root / "kfd"); }

}  // namespace kernodeck
