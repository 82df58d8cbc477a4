#include "plugin/diagnosis/device_checks.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "plugin/diagnosis/driver_merge.h"
#include "plugin/diagnosis/worker_command.h"

namespace kernodeck {
namespace {

std::vector<WorkerCommand> Commands(const DiagnosisRequest& request,
                                    const Installation& installation, const CheckTarget& target,
                                    const std::vector<int>& indices) {
  std::vector<WorkerCommand> commands;
  for (const int index : indices) {
    DiagnosisRequest one = request;
    one.device_index = index;
    commands.push_back(target.interpreter
                           ? PythonWorker(one, *target.interpreter)
                           : DiagnosisWorker(one, installation, target.search.found));
  }
  return commands;
}

std::optional<int> InterruptingSignal(const std::vector<WorkerRun>& runs) {
  for (const WorkerRun& run : runs) {
    if (run.end.kind == ProcessEnd::Kind::kInterrupted) return run.end.signal;
  }
  return std::nullopt;
}

// Some at a time, all within `limit`. The runs are those of fewer commands where a signal came.
std::vector<WorkerRun> RunInWaves(const std::vector<WorkerCommand>& commands,
                                  std::chrono::milliseconds limit, const EventObserver& observer) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  WorkerLimits limits;
  limits.computation = limit;
  std::vector<WorkerRun> runs;
  while (runs.size() < commands.size() && limits.computation.count() > 0) {
    const auto first = commands.begin() + static_cast<std::ptrdiff_t>(runs.size());
    const std::size_t count = std::min(commands.size() - runs.size(), kMostSideBySide);
    std::vector<WorkerRun> wave =
        RunWorkers({first, first + static_cast<std::ptrdiff_t>(count)}, limits, observer);
    const bool interrupted = InterruptingSignal(wave).has_value();
    std::move(wave.begin(), wave.end(), std::back_inserter(runs));
    if (interrupted) return runs;
    limits.computation =
        std::chrono::floor<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
  }
  WorkerRun not_started;
  not_started.end.kind = ProcessEnd::Kind::kTimedOut;
  not_started.output = "it was not started: the workers before it took all the time";
  runs.resize(commands.size(), not_started);
  return runs;
}

bool IsRocm(const DeviceCheck& check) { return check.facts.torch.backend == "rocm"; }

// The driver that was asked is CUDA's, and only the package tells that it is for the other one.
void AskRocmInstead(const Installation& installation, std::chrono::milliseconds limit,
                    DeviceChecks& checks) {
  HelperRunner helpers;
  std::optional<WorkerRun> run = helpers.Run(DriverWorker(installation, true), limit);
  checks.interrupted_by_signal = helpers.InterruptedBySignal();
  if (run) checks.driver_run = std::move(run);
}

}  // namespace

DeviceChecks CheckDevices(const DiagnosisRequest& request, const Installation& installation,
                          const CheckTarget& target, const std::vector<int>& indices,
                          std::chrono::milliseconds limit, const EventObserver& observer) {
  const auto begin = std::chrono::steady_clock::now();
  std::vector<WorkerCommand> commands = Commands(request, installation, target, indices);
  const bool asks_driver = target.interpreter && request.target == Target::kGpu;
  if (asks_driver) commands.insert(commands.begin(), DriverWorker(installation, false));
  std::vector<WorkerRun> runs = RunInWaves(commands, limit, observer);

  DeviceChecks checks;
  checks.interrupted_by_signal = InterruptingSignal(runs);
  if (checks.interrupted_by_signal) return checks;
  auto run = runs.begin();
  if (asks_driver) checks.driver_run = std::move(*run++);
  for (const int index : indices) {
    Facts facts = ReadFacts(run->events);
    checks.checks.push_back({index, std::move(facts), std::move(*run++)});
  }
  if (!asks_driver) return checks;
  if (std::any_of(checks.checks.begin(), checks.checks.end(), IsRocm)) {
    const auto spent = std::chrono::steady_clock::now() - begin;
    const auto left = limit - std::chrono::floor<std::chrono::milliseconds>(spent);
    AskRocmInstead(installation, left, checks);
  }
  const Facts driver = ReadFacts(checks.driver_run->events);
  for (DeviceCheck& check : checks.checks) {
    MergeDriverCheck(driver, *checks.driver_run, check.facts, check.run);
  }
  return checks;
}

DevicePlan PlanAllDevices(const Installation& installation, bool rocm,
                          std::chrono::milliseconds limit, HelperRunner& helpers) {
  DevicePlan plan;
  std::optional<WorkerRun> run = helpers.Run(CountingWorker(installation, rocm, {}), limit);
  if (!run) return plan;  // interrupted
  Facts facts = ReadFacts(run->events);
  if (!facts.done || !facts.driver_check.ended || facts.contradiction) {
    plan.unanswered = DeviceCheck{0, std::move(facts), *std::move(run)};
    return plan;
  }
  plan.counted = facts.driver ? facts.driver->device_count.value_or(0) : 0;
  plan.indices.resize(static_cast<std::size_t>(std::max(plan.counted, 1)));
  std::iota(plan.indices.begin(), plan.indices.end(), 0);
  return plan;
}

}  // namespace kernodeck
