#ifndef KERNODECK_PLUGIN_DIAGNOSIS_SUPERVISION_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_SUPERVISION_H_

#include <vector>

#include "plugin/diagnosis/kill_ladder.h"
#include "plugin/diagnosis/signal_scope.h"
#include "plugin/diagnosis/supervisor.h"

namespace kernodeck {

// RunWorkers() with what it takes from the system passed in: how processes are killed, and the
// scope that owns the signals.
[[nodiscard]] std::vector<WorkerRun> Supervise(const std::vector<WorkerCommand>& commands,
                                               const WorkerLimits& limits,
                                               const EventObserver& observer,
                                               const KillFunction& kill, SignalScope& signals);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_SUPERVISION_H_
