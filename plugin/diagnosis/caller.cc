#include "plugin/diagnosis/caller.h"

#include <sys/stat.h>

#include <fstream>
#include <string_view>

namespace kernodeck {
namespace {

namespace fs = std::filesystem;

// The path of a line of /proc/PID/maps; empty where the mapping has no file or its file was
// replaced since.
std::string MappedFile(const std::string& line) {
  const std::size_t begin = line.find('/');
  if (begin == std::string::npos) return {};
  const std::string path = line.substr(begin);
  constexpr std::string_view kDeleted = " (deleted)";
  const bool deleted = path.size() > kDeleted.size() &&
                       path.compare(path.size() - kDeleted.size(), kDeleted.size(), kDeleted) == 0;
  return deleted ? std::string() : path;
}

std::string StemOf(const std::string& file_name) {
  return file_name.substr(0, file_name.find(".so"));
}

bool IsGpuLibrary(std::string_view stem) {
  return stem == "libtorch_cuda" || stem == "libtorch_hip";
}

bool IsLibTorchLibrary(std::string_view stem) {
  return stem == "libtorch" || stem == "libtorch_cpu" || stem == "libc10" || IsGpuLibrary(stem);
}

void Add(const fs::path& file, CallerLibTorch& caller) {
  const std::string stem = StemOf(file.filename().string());
  struct stat status = {};
  if (!IsLibTorchLibrary(stem) || caller.libraries.contains(stem)) return;
  if (::stat(file.c_str(), &status) != 0) return;
  caller.libraries[stem] = {status.st_dev, status.st_ino};
  caller.gpu_library_mapped = caller.gpu_library_mapped || IsGpuLibrary(stem);
  if (stem == "libtorch_cpu") caller.location.directory = file.parent_path();
  if (stem == "libtorch_cpu" || IsGpuLibrary(stem)) {
    caller.location.load.push_back(file.filename().string());
  }
}

}  // namespace

bool CanReadCaller(pid_t pid, const fs::path& proc) {
  // Every process maps something; opening alone succeeds for one that may not be read.
  std::ifstream maps(proc / std::to_string(pid) / "maps");
  return maps.peek() != std::ifstream::traits_type::eof();
}

std::optional<CallerLibTorch> ReadCaller(pid_t pid, const fs::path& proc) {
  std::ifstream maps(proc / std::to_string(pid) / "maps");
  CallerLibTorch caller;
  for (std::string line; std::getline(maps, line);) {
    const std::string file = MappedFile(line);
    if (!file.empty()) Add(file, caller);
  }
  if (caller.location.directory.empty()) return std::nullopt;
  const std::optional<LibTorchLocation> beside = LibTorchIn(caller.location.directory);
  if (beside) {
    caller.location.gpu_libraries = beside->gpu_libraries;
    caller.location.rocm = beside->rocm;
  }
  caller.location.rule = LocationRule::kCaller;
  return caller;
}

}  // namespace kernodeck
