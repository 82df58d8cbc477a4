#include "tests/unit/diagnosis/process_census.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "plugin/diagnosis/process_table.h"

namespace kernodeck {
namespace {

constexpr const char* kMarkVariable = "KERNODECK_TEST_MARK";

bool IsNumber(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::size_t CountDescriptors() {
  const std::filesystem::directory_iterator fds("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(fds), end(fds)));
}

WorkerCommand StandinCommand(const std::string& mode) {
  return {KERNODECK_STANDIN_WORKER, {"--mode", "gpu", "--standin", mode}, {}};
}

WorkerCommand ShellCommand(const std::string& script) { return {"/bin/sh", {"-c", script}, {}}; }

std::string Brief(const Event& event) {
  const std::optional<std::string_view> what = event.Find("what");
  return what ? event.name + " " + std::string(*what) : event.name;
}

std::string LastEvent(const WorkerRun& run) {
  return run.events.empty() ? "" : Brief(run.events.back().event);
}

void SupervisionFixture::SetUp() {
  mark_ = std::to_string(::getpid()) + "." + std::to_string(std::rand());
  ::setenv(kMarkVariable, mark_.c_str(), 1);
  descriptors_ = CountDescriptors();
}

void SupervisionFixture::TearDown() {
  EXPECT_EQ(CountDescriptors(), descriptors_);
  EXPECT_EQ(ChildrenOf(::getpid()), std::vector<pid_t>{});
  EXPECT_EQ(MarkedProcesses(), std::vector<pid_t>{});
}

std::vector<pid_t> SupervisionFixture::MarkedProcesses() const {
  std::vector<pid_t> marked;
  const std::string entry = std::string(kMarkVariable) + "=" + mark_;
  for (const auto& folder : std::filesystem::directory_iterator("/proc")) {
    const std::string name = folder.path().filename();
    if (!IsNumber(name)) continue;
    std::ifstream stream(folder.path() / "environ", std::ios::binary);
    const std::string variables(std::istreambuf_iterator<char>(stream), {});
    if (variables.find(entry) != std::string::npos) marked.push_back(std::stoi(name));
  }
  return marked;
}

std::vector<WorkerRun> SupervisionFixture::RunInTime(const std::vector<WorkerCommand>& commands,
                                                     const WorkerLimits& limits,
                                                     const EventObserver& observer) {
  const auto begin = std::chrono::steady_clock::now();
  std::vector<WorkerRun> runs = RunWorkers(commands, limits, observer);
  EXPECT_LE(std::chrono::steady_clock::now() - begin, limits.computation + std::chrono::seconds(1));
  EXPECT_EQ(runs.size(), commands.size());
  return runs;
}

}  // namespace kernodeck
