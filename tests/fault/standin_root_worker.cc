// The worker as it is, but for the place where it looks at the machine: a stand-in for other
// machines. KERNODECK_STANDIN_ROOT is the folder that stands for `/`; its `dev` holds the nodes.
#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <string>
#include <vector>

#include "plugin/worker/arguments.h"
#include "plugin/worker/event_channel.h"
#include "plugin/worker/worker.h"

int main(int argc, char** argv) {
  const char* const root = std::getenv("KERNODECK_STANDIN_ROOT");
  const kernodeck::ParsedArguments parsed =
      kernodeck::ParseWorkerArguments(std::vector<std::string>(argv + 1, argv + argc));
  if (root == nullptr || !parsed.arguments) return 64;
  kernodeck::DriverSurroundings surroundings;
  surroundings.machine_root = root;
  surroundings.nodes.root = surroundings.machine_root / "dev";
  fcntl(parsed.arguments->channel, F_SETFD, FD_CLOEXEC);
  std::signal(SIGPIPE, SIG_IGN);
  kernodeck::EventChannel channel(parsed.arguments->channel, [] { _exit(74); });
  kernodeck::RunWorker(*parsed.arguments, surroundings, channel, [] { _exit(0); });
  return 0;
}
