#ifndef KERNODECK_PLUGIN_WORKER_WORKER_H_
#define KERNODECK_PLUGIN_WORKER_WORKER_H_

#include <functional>

#include "plugin/worker/arguments.h"
#include "plugin/worker/driver_findings.h"
#include "plugin/worker/event_channel.h"

namespace kernodeck {

// Ends the process at once, without any teardown; must not return.
using LeaveProcess = std::function<void()>;

// Does what `arguments` ask and reports it, `done` included. Where something failed, or a teardown
// is not wanted, `leave` is called after the report; else it returns, and the process is to end the
// ordinary way.
void RunWorker(const WorkerArguments& arguments, const DriverSurroundings& surroundings,
               EventChannel& channel, const LeaveProcess& leave);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_WORKER_WORKER_H_
