#include "plugin/diagnosis/host_check.h"

#include <charconv>
#include <sstream>
#include <string>

#include "plugin/diagnosis/python_torch.h"

namespace kernodeck {
namespace {

constexpr std::size_t kLongestVersion = 32;
constexpr std::size_t kMostCards = 256;

bool IsVersion(std::string_view text) {
  return !text.empty() && text.size() <= kLongestVersion &&
         text.find_first_not_of("0123456789.") == std::string_view::npos;
}

}  // namespace

HostReport ReadNvidiaSmi(std::string_view output) {
  HostReport report{"nvidia-smi", "unreadable", std::nullopt, {}};
  std::istringstream lines{std::string(output)};
  for (std::string line; std::getline(lines, line);) {
    const std::size_t comma = line.find(", ");
    if (comma == std::string::npos || !IsVersion(line.substr(0, comma))) continue;
    if (report.total_memory_mib.size() == kMostCards) break;
    report.result = "ok";
    report.driver_version = line.substr(0, comma);
    const std::string memory = line.substr(comma + 2);
    std::uint64_t mib = 0;
    const auto [end, error] = std::from_chars(memory.data(), memory.data() + memory.size(), mib);
    const bool number = error == std::errc() && end == memory.data() + memory.size();
    report.total_memory_mib.push_back(number ? std::optional(mib) : std::nullopt);
  }
  return report;
}

HostReport CheckHost(const Environment& environment, HelperRunner& helpers) {
  HostReport report{"nvidia-smi", "not_found", std::nullopt, {}};
  const auto program = FindProgram("nvidia-smi", environment);
  if (!program) return report;
  WorkerCommand command{
      *program, {"--query-gpu=driver_version,memory.total", "--format=csv,noheader,nounits"}, {}};
  command.event_channel = false;
  const std::optional<WorkerRun> run = helpers.Run(command, std::chrono::seconds(3));
  report.result = "failed";
  if (!run) return report;
  switch (run->end.kind) {
    case ProcessEnd::Kind::kExited:
      if (run->end.exit_status == 0) return ReadNvidiaSmi(run->output);
      break;
    case ProcessEnd::Kind::kSignaled:
    case ProcessEnd::Kind::kFailedToStart:
    case ProcessEnd::Kind::kInterrupted:
      break;
    case ProcessEnd::Kind::kTimedOut:
    case ProcessEnd::Kind::kCouldNotBeKilled:
      report.result = "timed_out";
      break;
  }
  return report;
}

}  // namespace kernodeck
