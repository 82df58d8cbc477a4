#include "plugin/diagnosis/hidden_devices.h"

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

std::string SetVariables(const Environment& environment) {
  std::string names;
  for (const std::string& name : HidingVariables()) {
    if (environment(name)) names += (names.empty() ? "" : ", ") + name;
  }
  return names;
}

}  // namespace

std::optional<std::string> FindHidingVariable(const Facts& facts, const Installation& installation,
                                              bool rocm, const Environment& environment,
                                              HelperRunner& helpers,
                                              std::chrono::milliseconds limit) {
  const std::string names = SetVariables(environment);
  if (names.empty() || !CountsNone(facts)) return std::nullopt;
  const std::optional<WorkerRun> run =
      helpers.Run(CountingWorker(installation, rocm, HidingVariables()), limit);
  if (!run) return std::nullopt;
  const Facts counted = ReadFacts(run->events);
  const bool hidden = counted.driver && counted.driver->device_count.value_or(0) > 0;
  return hidden ? std::optional(names) : std::nullopt;
}

}  // namespace kernodeck
