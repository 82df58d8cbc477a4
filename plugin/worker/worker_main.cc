// The child process in which LibTorch is loaded and used. It is started by the supervisor, links no
// LibTorch, and reports over the channel that it is given: standard output and error belong to the
// libraries.
#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <string>
#include <vector>

#include "plugin/worker/arguments.h"
#include "plugin/worker/event_channel.h"
#include "plugin/worker/worker.h"

namespace {

constexpr int kExitUsage = 64;          // EX_USAGE
constexpr int kExitChannelBroken = 74;  // EX_IOERR

}  // namespace

int main(int argc, char** argv) {
  const kernodeck::ParsedArguments parsed = kernodeck::ParseWorkerArguments(
      std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
  if (!parsed.arguments) {
    std::fprintf(stderr, "kernodeck-worker: %s; it is started by kernodeck, not by hand.\n",
                 parsed.error.c_str());
    return kExitUsage;
  }
  const int descriptor = parsed.arguments->channel;
  // Nothing that a library starts may hold the channel open.
  if (fcntl(descriptor, F_SETFD, FD_CLOEXEC) != 0) {
    std::fprintf(stderr, "kernodeck-worker: --channel names no open descriptor.\n");
    return kExitUsage;
  }
  std::signal(SIGPIPE, SIG_IGN);
  kernodeck::EventChannel channel(descriptor, [] { _exit(kExitChannelBroken); });
  kernodeck::RunWorker(*parsed.arguments, kernodeck::DriverSurroundings(), channel,
                       [] { _exit(0); });
  return 0;
}
