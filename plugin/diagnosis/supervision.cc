#include "plugin/diagnosis/supervision.h"

#include <cstddef>
#include <system_error>
#include <utility>

#include "plugin/diagnosis/process_pool.h"

namespace kernodeck {

std::vector<WorkerRun> Supervise(const std::vector<WorkerCommand>& commands,
                                 const WorkerLimits& limits, const EventObserver& observer,
                                 const KillFunction& kill, SignalScope& signals) {
  std::vector<WorkerRun> runs(commands.size());
  try {
    ProcessPool pool(kill, signals, {-1, -1});
    for (std::size_t place = 0; place < commands.size(); ++place) {
      ProcessPool::Hooks hooks;
      hooks.on_event = [&observer, place](const Event& event) {
        if (observer) observer(place, event);
      };
      hooks.on_end = [&runs, place](WorkerRun run) { runs[place] = std::move(run); };
      ProcessPool::Id id = 0;
      runs[place].end.start_error = pool.Start(commands[place], limits, std::move(hooks), id);
    }
    pool.Run();
  } catch (const std::system_error& failure) {
    // No descriptor or no memory left for the loop itself.
    runs.assign(commands.size(), WorkerRun());
    for (WorkerRun& run : runs) run.end.start_error = failure.code().value();
  }
  return runs;
}

}  // namespace kernodeck
