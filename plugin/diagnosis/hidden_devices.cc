#include "plugin/diagnosis/hidden_devices.h"

#include <vector>

#include "plugin/diagnosis/worker_command.h"

namespace kernodeck {
namespace {

// The driver is there, it answered, and there is nothing to see.
bool CountsNone(const Facts& facts) {
  const bool unavailable =
      facts.failure && facts.failure->stage == Stage::kDevice && facts.failure->kind == "no_device";
  return unavailable && facts.driver && facts.driver->report.library_found == true &&
         facts.driver->device_count.value_or(0) == 0;
}

std::vector<std::string> SetVariables(bool rocm, const Environment& environment) {
  std::vector<std::string> names;
  for (const std::string& name : HidingVariables(rocm)) {
    if (environment(name)) names.push_back(name);
  }
  return names;
}

std::string Joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace

std::optional<std::string> FindHidingVariable(const Facts& facts, const Installation& installation,
                                              bool rocm, const Environment& environment,
                                              HelperRunner& helpers,
                                              std::chrono::milliseconds limit) {
  using Clock = std::chrono::steady_clock;
  const std::vector<std::string> names = SetVariables(rocm, environment);
  if (names.empty() || !CountsNone(facts)) return std::nullopt;
  // Each by itself, then all together: two may hide one another's devices.
  std::vector<std::vector<std::string>> trials;
  trials.reserve(names.size() + 1);
  for (const std::string& name : names) trials.push_back({name});
  if (names.size() > 1) trials.push_back(names);
  const Clock::time_point deadline = Clock::now() + limit;
  for (const std::vector<std::string>& unset : trials) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    const std::optional<WorkerRun> run =
        helpers.Run(CountingWorker(installation, rocm, unset), left);
    if (!run) return std::nullopt;
    const Facts counted = ReadFacts(run->events);
    if (counted.driver && counted.driver->device_count.value_or(0) > 0) return Joined(unset);
  }
  return std::nullopt;
}

}  // namespace kernodeck
