#include "plugin/diagnosis/supervisor.h"

#include <csignal>

#include "plugin/diagnosis/signal_scope.h"
#include "plugin/diagnosis/standard_descriptors.h"
#include "plugin/diagnosis/supervision.h"

namespace kernodeck {

std::vector<WorkerRun> RunWorkers(const std::vector<WorkerCommand>& commands,
                                  const WorkerLimits& limits, const EventObserver& observer) {
  const StandardDescriptors standard_descriptors;
  SignalScope signals;
  return Supervise(commands, limits, observer, ::kill, signals);
}

}  // namespace kernodeck
