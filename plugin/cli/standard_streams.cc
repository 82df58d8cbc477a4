#include "plugin/cli/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace kernodeck {
namespace {

bool OpenOrFilled(int descriptor) {
  if (fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) return true;
  // The lowest free number is taken, and that is `descriptor`: those below it are open by now.
  (void)open("/dev/null", descriptor == STDIN_FILENO ? O_RDONLY : O_WRONLY);
  return false;
}

}  // namespace

StandardStreams PrepareStandardStreams() {
  StandardStreams streams;
  streams.input_open = OpenOrFilled(STDIN_FILENO);
  streams.output_open = OpenOrFilled(STDOUT_FILENO);
  streams.error_open = OpenOrFilled(STDERR_FILENO);
  std::signal(SIGPIPE, SIG_IGN);
  return streams;
}

}  // namespace kernodeck
