#include "plugin/worker/machine_state.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <fstream>
#include <sstream>
#include <system_error>

namespace kernodeck {
namespace {

namespace fs = std::filesystem;

bool IsThere(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

// "580.65.06": numbers with dots between them, at least one dot.
bool IsVersion(std::string_view word) {
  const bool plain = std::all_of(word.begin(), word.end(), [](char letter) {
    return (letter >= '0' && letter <= '9') || letter == '.';
  });
  return plain && word.size() <= 32 && word.find('.') != std::string_view::npos &&
         word.front() != '.' && word.back() != '.';
}

// A bounded part of a small file of the kernel's.
std::string ReadStart(const fs::path& file) {
  constexpr std::size_t kMost = std::size_t{8} * 1024;
  std::ifstream stream(file, std::ios::binary);
  std::string text(kMost, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  return text;
}

// A node whose driver is gone says so when it is opened; one that is refused has a driver.
bool IsLiveNode(const fs::path& node) {
  const int descriptor = open(node.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return errno != ENXIO && errno != ENODEV && errno != ENOENT;
  close(descriptor);
  return true;
}

// nvidiactl, or a card's own node nvidia0, nvidia1, ..., with a driver behind it.
bool HasDeviceNodes(const fs::path& dev) {
  if (IsLiveNode(dev / "nvidiactl")) return true;
  std::error_code error;
  for (fs::directory_iterator entry(dev, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    constexpr std::string_view kStem = "nvidia";
    if (name.size() > kStem.size() && name.compare(0, kStem.size(), kStem) == 0 &&
        name.find_first_not_of("0123456789", kStem.size()) == std::string::npos &&
        IsLiveNode(entry->path())) {
      return true;
    }
  }
  return false;
}

// Whether `/` is mounted from layers, as container engines do; some leave no other mark.
bool HasLayeredRoot(const fs::path& root) {
  std::istringstream mounts(ReadStart(root / "proc/self/mountinfo"));
  for (std::string line; std::getline(mounts, line);) {
    // "36 35 98:0 /source /place options - type ...": the fifth field, and the one behind " - ".
    std::istringstream fields(line);
    std::string place;
    for (int i = 0; i < 5; ++i) fields >> place;
    if (place == "/") return line.find(" - overlay ") != std::string::npos;
  }
  return false;
}

// The marks that container engines leave: Docker, Podman, Kubernetes, and the names of control
// groups.
bool IsContainer(const fs::path& root) {
  if (IsThere(root / ".dockerenv") || IsThere(root / "run/.containerenv") ||
      IsThere(root / "run/secrets/kubernetes.io") || HasLayeredRoot(root)) {
    return true;
  }
  const std::string groups = ReadStart(root / "proc/1/cgroup");
  constexpr std::array<std::string_view, 5> kMarks = {"/docker", "/kubepods", "/containerd",
                                                      "/libpod", "/lxc"};
  return std::any_of(kMarks.begin(), kMarks.end(), [&groups](std::string_view mark) {
    return groups.find(mark) != std::string::npos;
  });
}

std::string FileNameOf(void* library) {
  link_map* map = nullptr;
  if (library == nullptr || dlinfo(library, RTLD_DI_LINKMAP, static_cast<void*>(&map)) != 0) {
    return {};
  }
  std::error_code error;
  const fs::path file = fs::canonical(map->l_name, error);
  return error ? std::string() : file.filename().string();
}

}  // namespace

std::string KernelModuleVersion(std::string_view text) {
  std::istringstream words{std::string(text.substr(0, text.find('\n')))};
  for (std::string word; words >> word;) {
    if (IsVersion(word)) return word;
  }
  return {};
}

std::string LibraryVersion(std::string_view file_name) {
  constexpr std::string_view kStem = "libcuda.so.";
  if (file_name.substr(0, kStem.size()) != kStem) return {};
  const std::string_view version = file_name.substr(kStem.size());
  return IsVersion(version) ? std::string(version) : std::string();
}

MachineState LookAtMachine(const fs::path& root, void* library) {
  MachineState state;
  const fs::path version = root / "proc/driver/nvidia/version";
  // nvgpu is the module of the boards whose GPU is part of the processor.
  state.kernel_module =
      IsThere(version) || IsThere(root / "sys/module/nvidia") || IsThere(root / "sys/module/nvgpu");
  state.device_nodes = HasDeviceNodes(root / "dev");
  state.container = IsContainer(root);
  state.wsl = IsThere(root / "dev/dxg");
  if (state.kernel_module) state.kernel_version = KernelModuleVersion(ReadStart(version));
  state.library_version = LibraryVersion(FileNameOf(library));
  return state;
}

Event MachineEvent(const MachineState& state) {
  const auto flag = [](bool value) { return std::string(value ? "1" : "0"); };
  Event event{"machine",
              {{"kernel_module", flag(state.kernel_module)},
               {"nodes", flag(state.device_nodes)},
               {"container", flag(state.container)},
               {"wsl", flag(state.wsl)}}};
  if (!state.kernel_version.empty()) {
    event.fields.emplace_back("kernel_version", state.kernel_version);
  }
  if (!state.library_version.empty()) {
    event.fields.emplace_back("library_version", state.library_version);
  }
  return event;
}

}  // namespace kernodeck
