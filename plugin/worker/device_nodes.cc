#include "plugin/worker/device_nodes.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <system_error>

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
  // Nothing works without this one.
  std::string refusal = Refusal(nodes, nodes.root / "nvidiactl");
  if (!refusal.empty()) return refusal;
  // A scheduler refuses the cards of other jobs: only where all are refused is that the reason.
  std::error_code error;
  for (fs::directory_iterator entry(nodes.root, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    if (!IsCardNode(entry->path().filename().string())) continue;
    const std::string of_card = Refusal(nodes, entry->path());
    if (of_card.empty()) return {};
    // A cgroup's rule is the more telling of two.
    if (refusal.empty() || of_card == "EPERM") refusal = of_card;
  }
  return refusal;
}

std::string RefusedKfdNode(const DeviceNodes& nodes) { return Refusal(nodes, nodes.root / "kfd"); }

}  // namespace kernodeck
