// A fake libnvidia-ml.so.1: which processes hold memory of a GPU.
//   KERNODECK_FAKE_PROCESSES  "4711=1000,4712=": processes and bytes, or none where it does not
//   tell KERNODECK_FAKE_DRAWING    the same for processes that draw KERNODECK_FAKE_NVML number that
//   its initialization returns (0)
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>

namespace {

constexpr int kNotFound = 6;
constexpr int kTooSmall = 7;

struct Process {
  unsigned int pid;
  unsigned long long used_bytes;
  unsigned int gpu_instance;
  unsigned int compute_instance;
};

const char* Variable(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : "";
}

int List(const char* variable, unsigned int* count, Process* processes) {
  std::istringstream list(Variable(variable));
  unsigned int found = 0;
  for (std::string entry; std::getline(list, entry, ',');) {
    if (found == *count) return kTooSmall;
    const std::size_t equals = entry.find('=');
    const std::string bytes = entry.substr(equals + 1);
    processes[found++] = {static_cast<unsigned int>(std::stoul(entry.substr(0, equals))),
                          bytes.empty() ? ~0ULL : std::stoull(bytes), 0, 0};
  }
  *count = found;
  return 0;
}

}  // namespace

extern "C" {

int nvmlInit_v2() { return std::atoi(Variable("KERNODECK_FAKE_NVML")); }
int nvmlShutdown() { return 0; }

int nvmlDeviceGetHandleByPciBusId_v2(const char* bus_id, void** device) {
  static int the_device = 0;
  *device = &the_device;
  return std::strncmp(bus_id, "0000:", 5) == 0 ? 0 : kNotFound;
}

int nvmlDeviceGetComputeRunningProcesses_v3(void* /*device*/, unsigned int* count,
                                            Process* processes) {
  return List("KERNODECK_FAKE_PROCESSES", count, processes);
}

int nvmlDeviceGetGraphicsRunningProcesses_v3(void* /*device*/, unsigned int* count,
                                             Process* processes) {
  return List("KERNODECK_FAKE_DRAWING", count, processes);
}

}  // extern "C"
