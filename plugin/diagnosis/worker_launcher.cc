#include "plugin/diagnosis/worker_launcher.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plugin/diagnosis/boost_process.h"
#include "plugin/diagnosis/child_setup.h"

namespace kernodeck {
namespace {

namespace process = boost::process::v2;
using boost::system::error_code;

constexpr int kExecFailed = 127;

// Hooks ApplyInChild() into the launcher.
struct SetupInitializer {
  ChildSetup setup;

  template <typename Launcher>
  error_code on_exec_setup(Launcher& /*launcher*/, const std::filesystem::path& /*executable*/,
                           const char* const*& /*arguments*/) {
    // The launcher sends errno to the parent.
    errno = ApplyInChild(setup);
    return {errno, boost::system::system_category()};
  }

  // Taken in every form that the versions of Boost call. Without it a child whose exec failed
  // would run this process's exit handlers.
  template <typename... Arguments>
  void on_exec_error(Arguments&&... /*arguments*/) {
    ::_exit(kExecFailed);
  }
};

// Found out here: a failed exec costs a fork, and its errno is less telling.
int CheckExecutable(const std::filesystem::path& executable) {
  struct stat status = {};
  if (::stat(executable.c_str(), &status) != 0) return errno;
  if (S_ISDIR(status.st_mode)) return EISDIR;
  if (!S_ISREG(status.st_mode)) return EACCES;
  return ::faccessat(AT_FDCWD, executable.c_str(), X_OK, AT_EACCESS) == 0 ? 0 : errno;
}

// What the child sees; `added` are whole variables and outlive the result.
std::vector<const char*> EnvironmentOf(const WorkerCommand& command,
                                       const std::vector<std::string>& added) {
  std::vector<const char*> variables;
  std::vector<std::string> names = command.unset_variables;
  for (const std::string& text : added) names.push_back(text.substr(0, text.find('=')));
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
    const std::string_view text(*variable);
    const std::string_view name = text.substr(0, text.find('='));
    if (std::find(names.begin(), names.end(), name) == names.end()) variables.push_back(*variable);
  }
  for (const std::string& text : added) variables.push_back(text.c_str());
  variables.push_back(nullptr);
  return variables;
}

std::vector<std::string> AddedVariables(const WorkerCommand& command, const ChildSetup& setup) {
  std::vector<std::string> added;
  for (const auto& [name, value] : command.set_variables) {
    added.push_back(std::string(name).append("=").append(value));
  }
  if (command.event_channel && !command.channel_variable.empty()) {
    added.push_back(command.channel_variable + "=" + std::to_string(setup.channel) + ":" +
                    std::to_string(setup.supervisor));
  }
  return added;
}

struct Pipe {
  UniqueFd read;
  UniqueFd write;
};

// Only the read end is non-blocking: the ends are two open files, and the worker's must block.
int OpenPipe(Pipe& pipe) {
  int fds[2] = {-1, -1};
  if (::pipe2(fds, O_CLOEXEC) != 0) return errno;
  pipe.read = UniqueFd(fds[0]);
  pipe.write = UniqueFd(fds[1]);
  return ::fcntl(fds[0], F_SETFL, O_NONBLOCK) == 0 ? 0 : errno;
}

// A channel that goes both ways, in the same two places.
int OpenSocketPair(Pipe& ends) {
  int fds[2] = {-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) != 0) return errno;
  ends.read = UniqueFd(fds[0]);
  ends.write = UniqueFd(fds[1]);
  return ::fcntl(fds[0], F_SETFL, O_NONBLOCK) == 0 ? 0 : errno;
}

// Collects a child whose start failed: it has ended, or is ended here.
void Discard(pid_t child) {
  if (child <= 0) return;
  ::kill(child, SIGKILL);
  while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
}

// The errno of the failed start, or 0 with `pid` set.
int Start(const WorkerCommand& command, const ChildSetup& setup, pid_t& pid) {
  // A context of its own: with nothing registered, Asio has nothing to do, nor to throw, in the
  // child.
  boost::asio::io_context context;
  process::default_process_launcher launcher;
  const std::vector<std::string> added = AddedVariables(command, setup);
  const std::vector<const char*> environment = EnvironmentOf(command, added);
  launcher.env = environment.data();
  std::vector<std::string> arguments = command.arguments;
  if (command.event_channel) {
    launcher.fd_whitelist.push_back(setup.channel);
    if (command.channel_variable.empty()) {
      arguments.insert(arguments.end(), {"--channel", std::to_string(setup.channel)});
    }
  }
  error_code error;
  try {
    auto child = launcher(context.get_executor(), error, command.executable, arguments,
                          SetupInitializer{setup});
    // Its destructor would wait for the worker without a limit.
    if (!error) pid = child.detach().id();
  } catch (const boost::system::system_error& failure) {
    error = failure.code();
  } catch (const std::bad_alloc&) {
    error.assign(ENOMEM, boost::system::system_category());
  }
  if (::getpid() != setup.supervisor) ::_exit(kExecFailed);
  if (!error) return 0;
  Discard(launcher.pid);
  return error.value();
}

}  // namespace

LaunchedWorker LaunchWorker(const WorkerCommand& command) {
  LaunchedWorker launched;
  launched.error = CheckExecutable(command.executable);
  if (launched.error != 0) return launched;
  Pipe channel;
  Pipe output;
  Pipe errors;
  launched.error = command.channel_variable.empty() ? OpenPipe(channel) : OpenSocketPair(channel);
  if (launched.error == 0) launched.error = OpenPipe(output);
  if (launched.error == 0 && command.separate_errors) launched.error = OpenPipe(errors);
  if (launched.error != 0) return launched;
  const UniqueFd input(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (!input.IsOpen()) {
    launched.error = errno;
    return launched;
  }
  // What is still buffered must not be written twice.
  std::fflush(nullptr);
  const int kept_channel = command.event_channel ? channel.write.Get() : -1;
  const int error_output = command.separate_errors ? errors.write.Get() : output.write.Get();
  const ChildSetup setup{::getpid(),        input.Get(),  output.write.Get(),
                         error_output,      kept_channel, command.adopts_orphans,
                         command.core_files};
  launched.error = Start(command, setup, launched.pid);
  if (launched.error != 0) return launched;
  launched.channel = std::move(channel.read);
  launched.output = std::move(output.read);
  launched.errors = std::move(errors.read);
  return launched;
}

}  // namespace kernodeck
